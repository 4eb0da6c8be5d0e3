// SHA-256 (FIPS 180-4) of a text, in hex. Browsers have one of their own with HTTPS only, and a table
// at home has none.

const bits = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);

/** The first 32 bits behind the point of roots of the first primes. */
const PRIMES: number[] = [];
for (let number = 2; PRIMES.length < 64; number++)
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
const K = PRIMES.map((prime) => bits(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  bytes.forEach((byte, at) => blocks.setUint8(at, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  const sum = [...START];
  for (let at = 0; at < blocks.byteLength; at += 64) mix(sum, blocks, at);
  return sum.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function mix(sum: number[], blocks: DataView, at: number): void {
  const words = Array.from({ length: 16 }, (_, n) => blocks.getUint32(at + 4 * n));
  for (let n = 16; n < 64; n++) {
    const [one, other] = [words[n - 15]!, words[n - 2]!];
    const first = turn(one, 7) ^ turn(one, 18) ^ (one >>> 3);
    const second = turn(other, 17) ^ turn(other, 19) ^ (other >>> 10);
    words.push((words[n - 16]! + first + words[n - 7]! + second) | 0);
  }
  let [a, b, c, d, e, f, g, h] = sum as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let n = 0; n < 64; n++) {
    const choice = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + K[n]! + words[n]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, n) => (sum[n] = (sum[n]! + value) | 0));
}
