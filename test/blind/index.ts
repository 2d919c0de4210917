/** Services that are wrong, or look wrong and are not, by people who knew the interface alone. */
import type { MatrixTarget } from "../../suites/matrix/target.ts";
import type { Started } from "../lib/service/start.ts";
import { access } from "./faults/access.ts";
import { actions } from "./faults/actions.ts";
import { answers } from "./faults/answers.ts";
import { belts } from "./faults/belts.ts";
import { beacons } from "./faults/beacons.ts";
import { archives } from "./faults/archives.ts";
import { blanks } from "./faults/blanks.ts";
import { boards } from "./faults/boards.ts";
import { branches } from "./faults/branches.ts";
import { cabinets } from "./faults/cabinets.ts";
import { caches } from "./faults/caches.ts";
import { chains } from "./faults/chains.ts";
import { closings } from "./faults/closings.ts";
import { counting } from "./faults/counting.ts";
import { crates } from "./faults/crates.ts";
import { desks } from "./faults/desks.ts";
import { crossings } from "./faults/crossings.ts";
import { details } from "./faults/details.ts";
import { doors } from "./faults/doors.ts";
import { dossiers } from "./faults/dossiers.ts";
import { downloads } from "./faults/downloads.ts";
import { drawers } from "./faults/drawers.ts";
import { effects } from "./faults/effects.ts";
import { endings } from "./faults/endings.ts";
import { entrances } from "./faults/entrances.ts";
import { ferries } from "./faults/ferries.ts";
import { files } from "./faults/files.ts";
import { finders } from "./faults/finders.ts";
import { frameworks } from "./faults/frameworks.ts";
import { freight } from "./faults/freight.ts";
import { gangways } from "./faults/gangways.ts";
import { gates } from "./faults/gates.ts";
import { guards } from "./faults/guards.ts";
import { gutters } from "./faults/gutters.ts";
import { handling } from "./faults/handling.ts";
import { handovers } from "./faults/handovers.ts";
import { indexes } from "./faults/indexes.ts";
import { intake } from "./faults/intake.ts";
import { languages } from "./faults/languages.ts";
import { lintels } from "./faults/lintels.ts";
import { journals } from "./faults/journals.ts";
import { kiosks } from "./faults/kiosks.ts";
import { ledgers } from "./faults/ledgers.ts";
import { locks } from "./faults/locks.ts";
import { lookups } from "./faults/lookups.ts";
import { looms } from "./faults/looms.ts";
import { losses } from "./faults/losses.ts";
import { mappers } from "./faults/mappers.ts";
import { marks } from "./faults/marks.ts";
import { milestones } from "./faults/milestones.ts";
import { overlaps } from "./faults/overlaps.ts";
import { pages } from "./faults/pages.ts";
import { parcels } from "./faults/parcels.ts";
import { passages } from "./faults/passages.ts";
import { permits } from "./faults/permits.ts";
import { plants } from "./faults/plants.ts";
import { queries } from "./faults/queries.ts";
import { quorums } from "./faults/quorums.ts";
import { races } from "./faults/races.ts";
import { readings } from "./faults/readings.ts";
import { reels } from "./faults/reels.ts";
import { refusals } from "./faults/refusals.ts";
import { replies } from "./faults/replies.ts";
import { rosters } from "./faults/rosters.ts";
import { rounds } from "./faults/rounds.ts";
import { search } from "./faults/search.ts";
import { sessions } from "./faults/sessions.ts";
import { shelves } from "./faults/shelves.ts";
import { shutters } from "./faults/shutters.ts";
import { sieves } from "./faults/sieves.ts";
import { slips } from "./faults/slips.ts";
import { sluices } from "./faults/sluices.ts";
import { snags } from "./faults/snags.ts";
import { spindles } from "./faults/spindles.ts";
import { state } from "./faults/state.ts";
import { statements } from "./faults/statements.ts";
import { stations } from "./faults/stations.ts";
import { storage } from "./faults/storage.ts";
import { tokens } from "./faults/tokens.ts";
import { tollgates } from "./faults/tollgates.ts";
import { trunks } from "./faults/trunks.ts";
import { turnstiles } from "./faults/turnstiles.ts";
import { twins } from "./faults/twins.ts";
import { values } from "./faults/values.ts";
import { wear } from "./faults/wear.ts";
import { weirs } from "./faults/weirs.ts";
import { windows } from "./faults/windows.ts";
import { wires } from "./faults/wires.ts";
import { yards } from "./faults/yards.ts";
import { startBlind } from "./service.ts";
import type { Fault, Variant } from "./tools.ts";
import { access as accessVariants } from "./variants/access.ts";
import { actions as actionVariants } from "./variants/actions.ts";
import { agencies } from "./variants/agencies.ts";
import { answers as answerVariants } from "./variants/answers.ts";
import { authorities } from "./variants/authorities.ts";
import { backoffices } from "./variants/backoffices.ts";
import { breweries } from "./variants/breweries.ts";
import { bureaus } from "./variants/bureaus.ts";
import { burrows } from "./variants/burrows.ts";
import { circles } from "./variants/circles.ts";
import { clinics } from "./variants/clinics.ts";
import { combined } from "./variants/combined.ts";
import { councils } from "./variants/councils.ts";
import { courses } from "./variants/courses.ts";
import { crafts } from "./variants/crafts.ts";
import { customs } from "./variants/customs.ts";
import { depots } from "./variants/depots.ts";
import { details as detailVariants } from "./variants/details.ts";
import { fields } from "./variants/fields.ts";
import { files as fileVariants } from "./variants/files.ts";
import { forms } from "./variants/forms.ts";
import { guilds } from "./variants/guilds.ts";
import { halls } from "./variants/halls.ts";
import { houses } from "./variants/houses.ts";
import { institutions } from "./variants/institutions.ts";
import { identities } from "./variants/identities.ts";
import { lenders } from "./variants/lenders.ts";
import { limits } from "./variants/limits.ts";
import { lodges } from "./variants/lodges.ts";
import { merchants } from "./variants/merchants.ts";
import { mills } from "./variants/mills.ts";
import { makers } from "./variants/makers.ts";
import { manners } from "./variants/manners.ts";
import { notations } from "./variants/notations.ts";
import { offices } from "./variants/offices.ts";
import { practice } from "./variants/practice.ts";
import { premises } from "./variants/premises.ts";
import { process } from "./variants/process.ts";
import { quotas } from "./variants/quotas.ts";
import { refectories } from "./variants/refectories.ts";
import { registries } from "./variants/registries.ts";
import { search as searchVariants } from "./variants/search.ts";
import { shapes } from "./variants/shapes.ts";
import { state as stateVariants } from "./variants/state.ts";
import { steps } from "./variants/steps.ts";
import { studios } from "./variants/studios.ts";
import { surroundings } from "./variants/surroundings.ts";
import { tastes } from "./variants/tastes.ts";
import { theatres } from "./variants/theatres.ts";
import { unions } from "./variants/unions.ts";
import { vendors } from "./variants/vendors.ts";
import { venues } from "./variants/venues.ts";
import { workrooms } from "./variants/workrooms.ts";

/** Each by `<area>/<name>`. */
const faults = byId<Fault>({
  access,
  actions,
  answers,
  belts,
  beacons,
  archives,
  blanks,
  boards,
  branches,
  cabinets,
  caches,
  chains,
  closings,
  counting,
  crates,
  desks,
  crossings,
  details,
  doors,
  dossiers,
  downloads,
  drawers,
  effects,
  endings,
  entrances,
  ferries,
  files,
  finders,
  frameworks,
  freight,
  gangways,
  gates,
  guards,
  gutters,
  handling,
  handovers,
  indexes,
  intake,
  languages,
  lintels,
  journals,
  kiosks,
  ledgers,
  locks,
  lookups,
  looms,
  losses,
  mappers,
  marks,
  milestones,
  overlaps,
  pages,
  parcels,
  passages,
  permits,
  plants,
  queries,
  quorums,
  races,
  readings,
  reels,
  refusals,
  replies,
  rosters,
  rounds,
  search,
  sessions,
  shelves,
  shutters,
  sieves,
  slips,
  sluices,
  snags,
  spindles,
  state,
  statements,
  stations,
  storage,
  tokens,
  tollgates,
  trunks,
  turnstiles,
  twins,
  values,
  wear,
  weirs,
  windows,
  wires,
  yards,
});
const variants = byId<Variant>({
  access: accessVariants,
  actions: actionVariants,
  agencies,
  answers: answerVariants,
  authorities,
  backoffices,
  breweries,
  bureaus,
  burrows,
  circles,
  clinics,
  combined,
  councils,
  courses,
  crafts,
  customs,
  depots,
  details: detailVariants,
  fields,
  files: fileVariants,
  forms,
  guilds,
  halls,
  houses,
  institutions,
  lenders,
  identities,
  limits,
  lodges,
  merchants,
  mills,
  makers,
  manners,
  notations,
  offices,
  practice,
  premises,
  process,
  quotas,
  refectories,
  registries,
  search: searchVariants,
  shapes,
  state: stateVariants,
  steps,
  studios,
  surroundings,
  tastes,
  theatres,
  unions,
  vendors,
  venues,
  workrooms,
  plain: { unchanged: { title: "The service as it is.", why: "All others change it.", apply: () => undefined } },
});

/** Every fault, then every variant, also what awaits something. */
export const allBlindTargets: readonly MatrixTarget[] = [
  ...Array.from(faults, ([id, { title }]) => ({ kind: "fault", id, title, requirements: [] }) as const),
  ...Array.from(variants, ([id, { title }]) => ({ kind: "variant", id, title, requirements: [] }) as const),
];

/** Those that the suite can be expected to judge. */
export const blindTargets: readonly MatrixTarget[] = allBlindTargets.filter(
  ({ kind, id }) => (kind === "fault" ? faults : variants).get(id)?.awaits === undefined,
);

/** Why the suite need not catch this fault; undefined where it must. */
export const choiceOf = (id: string): string | undefined => faults.get(id)?.choice;

/** The module from which a matrix starts these services. */
export const blindServices = import.meta.url;

/** Starts the service with one fault or variant. @throws RangeError */
export function startService({ kind, id }: Pick<MatrixTarget, "kind" | "id">): Promise<Started> {
  const change = (kind === "fault" ? faults : variants).get(id);
  if (!change) throw new RangeError(`no blind ${kind} is called ${id}`);
  return startBlind((service) => change.apply(service));
}

function byId<T>(areas: Record<string, Record<string, T>>): Map<string, T> {
  return new Map(
    Object.entries(areas).flatMap(([area, named]) =>
      Object.entries(named).map(([name, one]) => [`${area}/${name}`, one] as const),
    ),
  );
}
