import { keptSecret, type Platform } from '@lamplight/server-kit'
import { jwtVerify, SignJWT } from 'jose'

export type TokenKind = 'access_token' | 'refresh_token' | 'device_token'
/** Claims of a token: its session and user, and which of the session's tokens it is. */
export interface TokenClaims {
  readonly sessionId: string
  readonly tokenId: string
  readonly userId: string
}
const ISSUER = 'lamplight'
/** Name of the secret that signs tokens; the seed creates it. */
export const TOKEN_KEY = 'token.key'
const REMEMBERED_AT_MOST = 20_000

/** Signs and checks JWTs (HS256) with a key that the installation generates at its first start. */
export const createTokens = ({ system, clock }: Pick<Platform, 'system' | 'clock'>) => {
  let key: Promise<Uint8Array> | undefined
  const keyOf = (): Promise<Uint8Array> => {
    key ??= keptSecret({ system }, TOKEN_KEY)
      .then((value) => Buffer.from(value, 'base64url'))
      .catch((thrown: unknown) => {
        key = undefined
        throw thrown
      })
    return key
  }
  // Caches verified signatures; the expiry is checked each time.
  const good = new Map<string, { claims: TokenClaims; kind: unknown; expires: number }>()
  const remember = (token: string, claims: TokenClaims, kind: unknown, expires: number): void => {
    if (good.size >= REMEMBERED_AT_MOST) good.clear()
    good.set(token, { claims, kind, expires })
  }
  return {
    /** Makes a token that expires at `expiresAt` (epoch ms); `more`: additional claims for clients. */
    sign: async (kind: TokenKind, claims: TokenClaims, expiresAt: number, more: Record<string, unknown> = {}): Promise<string> =>
      new SignJWT({ ...more, token_type: kind, sid: claims.sessionId, user_id: claims.userId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setJti(claims.tokenId)
        .setIssuedAt(Math.floor(clock.now() / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(await keyOf()),
    /** Returns the claims of a valid token of that kind, else null. */
    verify: async (kind: TokenKind, token: string): Promise<TokenClaims | null> => {
      const seen = good.get(token)
      if (seen && seen.expires > clock.now()) return seen.kind === kind ? seen.claims : null
      const secret = await keyOf()
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: ISSUER,
          currentDate: new Date(clock.now()),
        })
        const { sid, jti, user_id: userId, token_type: type } = payload
        if (type !== kind || typeof sid !== 'string' || typeof jti !== 'string' || typeof userId !== 'string') return null
        const claims = { sessionId: sid, tokenId: jti, userId }
        remember(token, claims, kind, (payload.exp ?? 0) * 1000)
        return claims
      } catch {
        return null
      }
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>
