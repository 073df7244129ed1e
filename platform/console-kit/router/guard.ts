const PUBLIC = /^\/(en\/login|login|lock|404|403|500|home|oauth\/redirect(\/.*)?|invite_link|screen|fastmap|sundevdetail|myiframe\/[^/]+)$/i
/** Returns true if this address needs no session (rule.guard.public). */
export const isPublic = (path: string): boolean => PUBLIC.test(path)

/** Returns true for the sign-in page, in Chinese or English (rule.language.login). */
export const isSignIn = (path: string): boolean => /^(\/en)?\/login$/i.test(path)

/** State of the session that the router checks before it opens a page. */
export interface GuardState {
  readonly path: string
  readonly locked: boolean
  /** True if a token cookie or record exists, even an empty one. */
  readonly session: boolean
  /** True if the token is empty. */
  readonly tokenEmpty: boolean
  readonly menuLoaded: boolean
}
export type Verdict = { readonly kind: 'pass' } | { readonly kind: 'go'; readonly to: string } | { readonly kind: 'logout' }

const go = (to: string): Verdict => ({ kind: 'go', to })
const PASS: Verdict = { kind: 'pass' }

/** Decides whether a page opens, in the order of decisions.md A72: lock, /login and /404, empty token, public pages, session. */
export const guard = ({ path, locked, session, tokenEmpty, menuLoaded }: GuardState): Verdict => {
  const target = path.toLowerCase()
  if (session && locked && target !== '/lock') return go('/lock')
  if (session && !tokenEmpty && isSignIn(path)) return go('/')
  if (target === '/404' && session && !menuLoaded) return go('/')
  if (session && tokenEmpty) return { kind: 'logout' }
  return session || isPublic(path) ? PASS : go('/login')
}

/** Aliases of addresses (rule.guard.root, decisions.md A18, A50). */
const ALIASES: Readonly<Record<string, string>> = {
  '/': '/wel/index',
  '/wel': '/wel/index',
  '/visual/amap': '/visual/newAmap/index',
}
export const aliasOf = (path: string): string => ALIASES[path.toLowerCase()] ?? path
