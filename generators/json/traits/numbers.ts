/** Numbers at the edges of the usual machine types, all of them exact doubles. */
import { traits } from "../data-trait.ts";

export const numberTraits = traits({
  "int-31": [2147483646, 2147483647, 2147483648, 2147483649],
  "int-31-negative": [-2147483647, -2147483648, -2147483649],
  "int-32": [4294967295, 4294967296, 4294967297],
  "int-24": [16777215, 16777216, 16777217],
  "int-16": [32767, 32768, 65535, 65536],
  "int-53": [9007199254740990, 9007199254740991],
  "int-53-negative": [-9007199254740990, -9007199254740991],
  "int-long": 1234567890123456,
  "int-15": 123_456_789_012_345,
  "float-tenth": 0.1,
  "float-sum": 0.30000000000000004,
  "float-third": 0.3333333333333333,
  "float-small": 1e-7,
  "float-exponent": 1.5e300,
  "float-denormal": 5e-324,
  "float-largest": 1.7976931348623157e308,
  "float-negative": -2.718281828459045,
  "float-money": 1234567.89,
  "float-late": 12.345_678_9,
  "float-trailing": [1.1, 1.01, 1.001, 100.1],
  "float-large-integer": 1e21,
});
