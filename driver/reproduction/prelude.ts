/** The part of every reproduction that does not depend on the script: bash with curl, and nothing else. */

/** `@{` stands for the dollar and brace of the shell, which a template would take for its own. */
const text = String.raw`# A text as it stands between the quotes of JSON.
json() {
  local text=$1
  text=@{text//\\/\\\\}
  text=@{text//\"/\\\"}
  text=@{text//$'\n'/\\n}
  text=@{text//$'\r'/\\r}
  text=@{text//$'\t'/\\t}
  printf %s "$text"
}

# A text as it stands between the quotes of JSON with all that it holds as \uXXXX.
units() {
  printf %s "$1" | iconv -f UTF-8 -t UTF-16BE | od -An -v -tx1 | tr -d ' \n' | sed 's/..../\\u&/g'
}

# A text as it stands in a path or a query.
encoded() {
  local LC_ALL=C text=$1 at character
  for ((at = 0; at < @{#text}; at++)); do
    character=@{text:at:1}
    case $character in
      [a-zA-Z0-9._~-]) printf %s "$character" ;;
      *) printf '%%%02X' $(($(printf '%d' "'$character") & 255)) ;;
    esac
  done
}

# The N-th quoted text of the answer of an exchange, or the N-th under a member: told EXCHANGE N [MEMBER]
told() {
  local before=
  [ -z "@{3:-}" ] || before="\"$3\"[[:space:]]*:[[:space:]]*"
  grep -aoE "$before\"([^\"\\\\]|\\\\.)*\"" "answer-$1" | sed -n "$2p" | sed -E -e "s/^$before//" -e 's/^"//' -e 's/"$//'
}

# The token of the user whose variables begin so; logs in where none is given: token_of TRACE
token_of() {
  local token="$1_TOKEN" key="$1_PRIVATE_KEY" email="$1_EMAIL" password="$1_PASSWORD" found='' used
  if [ -n "@{!token:-}" ]; then
    found=@{!token} used=$token
  elif [ -n "@{!key:-}" ]; then
    used=$key
    found=$(login /v2/login/privateKey "{\"privateKey\":\"$(json "@{!key}")\"}")
  elif [ -n "@{!email:-}" ]; then
    local members="{\"email\":\"$(json "@{!email}")\",\"password\":\"$(json "@{!password:-}")\"}"
    used="$email and $password"
    found=$(login /v2/login/credential "$members")
    [ -n "$found" ] || found=$(login /login/credential "$members")
  else
    echo "set $token, or $email and $password, or $key$(whose "$1")" >&2
    exit 2
  fi
  if [ -z "$found" ]; then
    echo "the login at $base brought no token; check $used" >&2
    exit 2
  fi
  printf %s "$found"
}

# Where the user stands whose variables begin so: whose TRACE_USER_1
whose() {
  case $1 in
    TRACE_SECOND) printf ' of secondUser of the configuration' ;;
    TRACE_USER_*) printf ' of users[%s] of the configuration' "$((@{1#TRACE_USER_} - 1))" ;;
  esac
}

login() {
  printf %s "$2" | curl --silent --show-error @{TRACE_CURL_OPTIONS:-} --header 'content-type: application/json' \
    --data-binary @- "$base$1" | sed -nE 's/.*"token"[[:space:]]*:[[:space:]]*"([^"]*)".*/\1/p'
}

# A header for curl, which reads it from a file: no other process of the machine sees it.
header() {
  local value=@{2//\\/\\\\}
  value=@{value//\"/\\\"}
  printf 'header = "%s: %s"\n' "$1" "$value"
}

# The beginning of an answer, without tokens, or what it is where it is no text: shown EXCHANGE BYTES
shown() {
  if ! LC_ALL=C tr -d '\000' < "answer-$1" | cmp -s - "answer-$1"; then
    printf '%s bytes that are no text, sha256 %s' "$(($(wc -c < "answer-$1")))" \
      "$({ sha256sum "answer-$1" || shasum -a 256 "answer-$1"; } 2> /dev/null | cut -c 1-64)"
    return
  fi
  head -c "$2" "answer-$1" | LC_ALL=C tr -d '\000-\010\013-\037\177' |
    sed -E 's/("token"[[:space:]]*:[[:space:]]*")[^"]*/\1(not shown)/g'
}

# Sends a request and shows the answer: send EXCHANGE METHOD PATH [options of curl]
send() {
  local number=$1 method=$2 path=$3 status
  shift 3
  : > "answer-$number"
  status=$(curl --silent --show-error --path-as-is --globoff --compressed @{TRACE_CURL_OPTIONS:-} --max-time "$seconds" \
    --request "$method" --output "answer-$number" --write-out '%{http_code}' "$@" "$base$path" 2> "trouble-$number")
  printf %s "$status" > "status-$number"
  printf '\nexchange %s: %s %s\n    status %s, %s bytes %s\n    %s\n' "$number" "$method" "@{path:0:300}" "$status" \
    "$(wc -c < "answer-$number" | tr -d ' ')" "$(cat "trouble-$number")" "$(shown "$number" 4000)"
}

# What failed in the run, and what was answered now: failed EXCHANGE TEXT WANTED GOT
failed() {
  printf '\n%s\n' "$2"
  [ -z "$3" ] || printf '    wanted:   %s\n' "$3"
  [ -z "$4" ] || printf '    got then: %s\n' "$4"
  [ ! -e "status-$1" ] ||
    printf '    got now:  exchange %s, status %s: %s\n' "$1" "$(cat "status-$1")" "$(shown "$1" 600 | tr '\n' ' ')"
}

# Bytes that no packing makes fewer, the same for the same seed: made SIZE SEED [OFFSET OF A BYTE THAT IS CHANGED]
made() {
  local LC_ALL=C size=$1 state=$((($2 ^ 0x9e3779b9) & 0xffffffff)) changed=@{3:--1} at word four chunk=''
  [ "$state" -ne 0 ] || state=1
  {
    for ((at = 0; at < size; at += 4)); do
      ((state = (state ^ state << 13) & 0xffffffff, state ^= state >> 17, state = (state ^ state << 5) & 0xffffffff))
      word=$state
      ((changed < at || changed >= at + 4)) || word=$((word ^ 255 << 8 * (changed - at)))
      printf -v four '\\x%02x\\x%02x\\x%02x\\x%02x' $((word & 255)) $((word >> 8 & 255)) $((word >> 16 & 255)) $((word >> 24))
      chunk+=$four
      [ "@{#chunk}" -lt 16384 ] || { printf "$chunk" && chunk=''; }
    done
    printf "$chunk"
  } | head -c "$size"
}

# Each byte there is, in its order, so many times: every_byte TIMES
every_byte() {
  local time byte all=''
  for ((byte = 0; byte < 256; byte++)); do printf -v all '%s\\x%02x' "$all" "$byte"; done
  for ((time = 0; time < $1; time++)); do printf "$all"; done
}

# Tokens that are wrong on purpose, made of the right one.
altered() {
  local middle=$((@{#1} / 2)) other=A
  [ "@{1:middle:1}" = A ] && other=B
  printf %s "@{1:0:middle}$other@{1:middle+1}"
}

base64url() { base64 | tr -d '\n=' | tr '+/' '-_'; }

damaged() {
  local first second third
  IFS=. read -r first second third <<< "$2"
  case $1 in
    truncated) printf %s "@{2:0:(@{#2} + 1) / 2}" ;;
    alg-none) printf %s "$(printf '{"alg":"none","typ":"JWT"}' | base64url).$second." ;;
    signature-removed) printf %s "$first.$second." ;;
    signature-altered) printf %s "$first.$second.$(altered "$third")" ;;
    payload-altered) printf %s "$first.$(altered "$second").$third" ;;
  esac
}
`;

/**
 * Functions that the requests of a reproduction call. They write no secret to the screen, and give none to another process
 * as an argument.
 */
export const prelude = text.replaceAll("@{", "${");

const functions = prelude.split(/\n\n+/).map((part) => ({ part, name: /^(\w+)\(\)/m.exec(part)?.[1] ?? "" }));

/** Those of them that are called here, and those that they call. */
export function preludeFor(lines: string): string {
  const called = new Set<string>();
  const open = [lines];
  for (let within = open.pop(); within !== undefined; within = open.pop())
    for (const { part, name } of functions) {
      if (called.has(name) || !new RegExp(`(?<![\\w/-])${name}(?=[ \\n)])`).test(within)) continue;
      called.add(name);
      open.push(part);
    }
  return `${functions.flatMap(({ part, name }) => (called.has(name) ? [part.trim()] : [])).join("\n\n")}\n`;
}
