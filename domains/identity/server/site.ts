import type { RouteInput } from '@lamplight/server-kit'
import type { Site } from './sign-in/passkeys.ts'

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/**
 * Returns the site of the browser: the request's `Origin` if its host equals the called host, else that host. A page of another site cannot
 * fake this, because browsers set both headers.
 */
export const siteOf = (headers: RouteInput['headers']): Site => {
  const host = textOf(headers['x-forwarded-host']) || textOf(headers.host)
  const origin = textOf(headers.origin)
  if (URL.canParse(origin) && new URL(origin).host === host) return { origin, rpId: new URL(origin).hostname }
  const made = `${textOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'}://${host}`
  return URL.canParse(made) ? { origin: new URL(made).origin, rpId: new URL(made).hostname } : { origin: '', rpId: '' }
}
