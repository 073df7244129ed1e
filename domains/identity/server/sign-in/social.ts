import { createHash, randomBytes } from 'node:crypto'
import { createOutbound, createVault, type Platform } from '@lamplight/server-kit'
import * as oidc from 'openid-client'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'
import { accountById } from '../people/accounts.ts'
import { signInOf } from '../people/users.ts'
import type { Caller, Outcome } from './sign-in.port.ts'

const BEGUN_MS = 10 * 60_000
const REGISTER_MS = 30 * 60_000
const DISCOVERED_MS = 10 * 60_000
const COOKIE = 'll-oauth'

interface Source {
  id: string
  tenantId: string
  source: string
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: string | null
  updated: Date
}
interface Begun {
  readonly sourceId: string
  readonly tenantId: string
  readonly verifier: string
  readonly nonce: string
  readonly redirect: string
  readonly browser: string
}
/** A person as described by the provider. */
export interface Person {
  readonly source: { readonly id: string; readonly source: string }
  readonly tenantId: string
  readonly subject: string
  readonly nickname: string
  readonly email: string
}
/** Parameters of the redirect from the provider. */
export interface Returned {
  readonly tenantId: string
  readonly source: string
  readonly code: string
  readonly state: string
  readonly iss: string
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url')
const cookieIn = (cookies: string): string =>
  cookies
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === COOKIE)?.[1] ?? ''

/** Returns the provider of a tenant; the platform's tenant provides it for tenants without one of that code. */
export const sourceOf = async ({ system }: Pick<Platform, 'system'>, tenantId: string, source: string): Promise<Source | undefined> => {
  const [found] = await system.query<Source>(
    `select id, tenant_id as "tenantId", source, issuer, client as "clientId", client_secret as "clientSecret", scopes, update_time as updated
     from identity_social_source where source = $1 and tenant_id = any($2) and enabled and not is_deleted
     order by tenant_id = $3 desc limit 1`,
    [source, [tenantId, PLATFORM_TENANT], tenantId],
  )
  return found
}
export const secretUse = (sourceId: string): string => `social:${sourceId}`

/** Metadata of providers, cached for ten minutes. */
const discovered = new WeakMap<Platform, Map<string, { at: number; config: Promise<oidc.Configuration> }>>()

const configOf = (platform: Platform, source: Source): Promise<oidc.Configuration> => {
  const known = discovered.get(platform) ?? new Map<string, { at: number; config: Promise<oidc.Configuration> }>()
  discovered.set(platform, known)
  const key = `${source.id}:${source.updated.getTime()}`
  const kept = known.get(key)
  const now = platform.clock.now()
  if (kept && now - kept.at < DISCOVERED_MS) return kept.config
  const outbound = createOutbound(platform.config)
  const discover = async (): Promise<oidc.Configuration> => {
    const secret = source.clientSecret ? await createVault(platform).open(source.clientSecret, secretUse(source.id)) : undefined
    const plain = source.issuer.startsWith('http:') && platform.config.number('OUTBOUND_PRIVATE', 0) > 0
    return oidc.discovery(new URL(source.issuer), source.clientId, secret, secret ? undefined : oidc.None(), {
      [oidc.customFetch]: (address, init) =>
        outbound(address, {
          method: init.method,
          headers: init.headers,
          ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
          ...(init.signal && { signal: init.signal }),
        }),
      execute: [oidc.enableNonRepudiationChecks, ...(plain ? [oidc.allowInsecureRequests] : [])],
    })
  }
  const config = discover()
  config.catch(() => known.delete(key))
  known.set(key, { at: now, config })
  return config
}

/** Starts a sign-in at a provider: returns the address for the browser, and the cookie that binds the redirect to this browser. */
export const beginSocial = async (
  platform: Platform,
  caller: Caller,
  given: { tenantId: string; source: string },
): Promise<{ url: string; cookie: string } | null> => {
  const source = await sourceOf(platform, given.tenantId, given.source)
  if (!source) return null
  const config = await configOf(platform, source)
  const browser = cookieIn(caller.cookies) || randomBytes(18).toString('base64url')
  const begun: Begun = {
    sourceId: source.id,
    tenantId: given.tenantId,
    verifier: oidc.randomPKCECodeVerifier(),
    nonce: oidc.randomNonce(),
    redirect: `${caller.site.origin}/oauth/redirect/${source.source}`,
    browser: hashed(browser),
  }
  const state = await signInOf(platform).challenges.make('oidc', given.tenantId, begun, BEGUN_MS)
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: begun.redirect,
    scope: source.scopes || 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    state,
    nonce: begun.nonce,
  })
  const cookie = `${COOKIE}=${browser}; Path=/api/; Max-Age=${BEGUN_MS / 1000}; HttpOnly; SameSite=Lax${caller.secure ? '; Secure' : ''}`
  return { url: url.href, cookie }
}

/** Returns the person after the redirect; null if this browser did not start the sign-in, or the provider does not confirm it. */
export const personOf = async (platform: Platform, caller: Caller, back: Returned): Promise<Person | null> => {
  const begun = await signInOf(platform).challenges.take<Begun>('oidc', back.state)
  if (!begun || begun.value.browser !== hashed(cookieIn(caller.cookies))) return null
  const { tenantId, sourceId, redirect, verifier, nonce } = begun.value
  const source = await sourceOf(platform, tenantId, back.source)
  if (!source || source.id !== sourceId) return null
  try {
    const config = await configOf(platform, source)
    const address = new URL(redirect)
    address.search = new URLSearchParams({ code: back.code, state: back.state, iss: back.iss || config.serverMetadata().issuer }).toString()
    const tokens = await oidc.authorizationCodeGrant(config, address, {
      pkceCodeVerifier: verifier,
      expectedState: back.state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) return null
    const more = claims.name || claims.email ? {} : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => ({}))
    const required = (name: string): string => {
      const value = (claims as Record<string, unknown>)[name] ?? (more as Record<string, unknown>)[name]
      return typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, 100) : ''
    }
    return {
      source,
      tenantId,
      subject: claims.sub.slice(0, 255),
      nickname: required('name') || required('nickname') || required('preferred_username') || claims.sub.slice(0, 100),
      email: required('email'),
    }
  } catch (thrown) {
    platform.log.warn('a sign-in at a provider failed', { source: source.source, why: String(thrown) })
    return null
  }
}

/** Stores the provider's data about the person; returns the row and the user linked to it. */
export const keepPerson = async (platform: Platform, person: Person): Promise<{ id: string; userId: string | null }> => {
  const [row] = await platform.system.query<{ id: string; userId: string | null }>(
    `insert into identity_oauth (id, tenant_id, source_id, nickname, email, subject, last_time) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, source_id, subject) where not is_deleted do update set nickname = $4, email = $5, last_time = $7
     returning id, user_id as "userId"`,
    [platform.newId(), person.tenantId, person.source.id, person.nickname, person.email, person.subject, new Date(platform.clock.now())],
  )
  return row as { id: string; userId: string | null }
}

/** Grant `social`: signs in the confirmed person; an unknown one can register with the returned key. */
export const socialSignIn = async (platform: Platform, caller: Caller, back: Returned): Promise<Outcome> => {
  const person = await personOf(platform, caller, back)
  if (!person) return { refused: 'social' }
  const kept = await keepPerson(platform, person)
  const signIn = signInOf(platform)
  const account = kept.userId ? await accountById(platform.system.query, kept.userId) : undefined
  if (account) return signIn.proven(account, caller, 'social')
  const [waiting] = await platform.system.query('select 1 from identity_guest where oauth_id = $1 and status = 0 and not is_deleted', [
    kept.id,
  ])
  if (waiting) return { refused: 'pending' }
  const oauthId = await signIn.challenges.make('oauth', person.tenantId, { id: kept.id }, REGISTER_MS)
  return { unknown: { oauthId, tenantId: person.tenantId, name: person.nickname } }
}
