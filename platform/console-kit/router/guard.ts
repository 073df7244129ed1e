/** What the router asks of the session before it lets a page open. */
export interface GuardState {
  readonly path: string
  /** The page was found and opens without a session. */
  readonly open: boolean
  readonly locked: boolean
  /** A token cookie or record is there, even an empty one. */
  readonly session: boolean
  /** The token is empty. */
  readonly tokenEmpty: boolean
  readonly menuLoaded: boolean
}
export type Verdict = { readonly kind: 'pass' } | { readonly kind: 'go'; readonly to: string } | { readonly kind: 'logout' }

const go = (to: string): Verdict => ({ kind: 'go', to })
const PASS: Verdict = { kind: 'pass' }

/** May this page open? The order is decisions.md A72: lock, /login and /404, empty token, pages that need no session, session. */
export const guard = ({ path, open, locked, session, tokenEmpty, menuLoaded }: GuardState): Verdict => {
  const target = path.toLowerCase()
  const signIn = target === '/login' || target === '/en/login'
  if (session && locked && target !== '/lock') return go('/lock')
  if (session && !tokenEmpty && signIn) return go('/')
  if (target === '/404' && session && !menuLoaded) return go('/')
  if (session && tokenEmpty) return { kind: 'logout' }
  if (open || signIn) return PASS
  return session ? PASS : go('/login')
}

/** Addresses that stand for others (rule.guard.root, decisions.md A18). */
export const aliasOf = (path: string): string => (/^\/(wel)?$/i.test(path) ? '/wel/index' : path)
