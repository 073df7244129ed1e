import { createHash } from 'node:crypto'

/** Crockford's base 32: no I, L, O, U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

/**
 * Returns the claim code of a gateway, which its manufacturer prints on the device: the first 80 bits of SHA-256 over
 * `lamplight-claim-1\n{serial number}\n{secret}`, as 16 digits of Crockford's base 32 in groups of four (docs/devices.md).
 */
export const claimCodeOf = (sn: string, secret: string): string => {
  const bytes = createHash('sha256').update(`lamplight-claim-1\n${sn}\n${secret}`).digest()
  let bits = 0n
  for (const byte of bytes.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte)
  let code = ''
  for (let at = LENGTH - 1; at >= 0; at--) code += DIGITS[Number((bits >> BigInt(at * 5)) & 31n)]
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Returns the hash of a typed claim code; undefined if the text is no claim code. The code has 80 random bits, so a fast hash is enough. */
export const claimHashOf = (typed: string): string | undefined => {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (plain.length !== LENGTH || [...plain].some((digit) => !DIGITS.includes(digit))) return undefined
  return createHash('sha256').update(plain).digest('hex')
}
