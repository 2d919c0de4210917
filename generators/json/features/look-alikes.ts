/** Texts that look like another type, and must stay the texts they are. */
import { features } from "../data-feature.ts";

export const lookAlikeFeatures = features({
  "like-leading-zero": "007",
  "like-integer": "42",
  "like-exponent": "1e5",
  "like-decimal": "1.50",
  "like-nan": "NaN",
  "like-infinity": "Infinity",
  "like-hex": "0x1F",
  "like-big": "12345678901234567890",
  "like-negative-zero": "-0",
  "like-date": "2024-02-30",
  "like-date-time": "2024-03-31T02:30:00.000+02:00",
  "like-date-z": "2020-01-01T00:00:00Z",
  "like-time": "1714521600000",
  "like-true": "true",
  "like-false": "False",
  "like-null": "null",
  "like-undefined": "undefined",
  "like-uuid": "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
  "like-object": "[object Object]",
  "like-array": "[]",
  "like-base64": "eyJhIjoxfQ==",
  "like-url": "https://example.test/a%2Fb?c=d&e=%C3%A9#f",
});
