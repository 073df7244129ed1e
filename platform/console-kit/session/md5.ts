const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const SINES = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0)

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

/** Pads a message with its end bit and length, as little-endian words. */
const padded = (bytes: Uint8Array): Int32Array => {
  const words = new Int32Array(((bytes.length + 8) >> 6) * 16 + 16)
  for (const [i, byte] of bytes.entries()) words[i >> 2]! |= byte << ((i % 4) * 8)
  words[bytes.length >> 2]! |= 0x80 << ((bytes.length % 4) * 8)
  words[words.length - 2] = bytes.length * 8
  words[words.length - 1] = Math.floor(bytes.length / 2 ** 29)
  return words
}

/** Mixing function and word index of round `i` (RFC 1321, 3.4). */
const step = (i: number, b: number, c: number, d: number): readonly [mixed: number, word: number] => {
  if (i < 16) return [(b & c) | (~b & d), i]
  if (i < 32) return [(d & b) | (~d & c), (5 * i + 1) % 16]
  if (i < 48) return [b ^ c ^ d, (3 * i + 5) % 16]
  return [c ^ (b | ~d), (7 * i) % 16]
}

const littleEndian = (word: number): string => [0, 8, 16, 24].map((by) => ((word >>> by) & 0xff).toString(16).padStart(2, '0')).join('')

/** MD5 of a text (UTF-8) as lower-case hex: the form in which passwords are sent (decisions.md A30), not stored. RFC 1321. */
export const md5 = (text: string): string => {
  const words = padded(new TextEncoder().encode(text))
  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d] = [a0, b0, c0, d0]
    for (let i = 0; i < 64; i += 1) {
      const [mixed, word] = step(i, b, c, d)
      const sum = (a + mixed + SINES[i]! + words[block + word]!) | 0
      ;[a, d, c, b] = [d, c, b, (b + rotate(sum, SHIFTS[(i >> 4) * 4 + (i % 4)]!)) | 0]
    }
    a0 = (a0 + a) | 0
    b0 = (b0 + b) | 0
    c0 = (c0 + c) | 0
    d0 = (d0 + d) | 0
  }
  return [a0, b0, c0, d0].map(littleEndian).join('')
}
