import { useFormat, useT } from '@lamplight/console-kit'
import { consoleOf, detailHref, Link, useTitle } from '@lamplight/console-kit/resource'
import type { Lang, ResourceDefinition } from '@lamplight/kit'
import { detailOf } from './audit-detail.ts'

interface Entry {
  readonly what?: string | null
  readonly account?: string | null
  readonly createUser?: string | null
  readonly detail?: string | null
}
/** Actions whose target is a user although their name contains another entity. */
const OF_USERS = /^identity\.(signIn|signInAs|signOut|session|mfa)(\.|$)/
const ID = /^\d{15,19}$/

const resourceOf = (what: string) => consoleOf(OF_USERS.test(what) ? 'identity.user' : what.split('.').slice(0, 2).join('.'))

/** Returns the name of the target if the entry contains it. */
const namedIn = ({ detail }: Entry, resource: ResourceDefinition | undefined, lang: Lang): string | null => {
  const { target, name, before, after } = detailOf(detail, lang)
  const title = resource?.title ?? 'name'
  const found = [target, after[title], before[title], name].find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : null
}

/** The target of an entry by name, linked to its page; for several targets the first one and their number. */
export const AuditTarget = ({ value, row }: { readonly value: string | null; readonly row: Entry }) => {
  const t = useT()
  const { lang } = useFormat()
  const what = row.what ?? ''
  const found = resourceOf(what)
  const [first = '', ...others] = (value ?? '').split(',')
  const own = ID.test(first) && first === row.createUser ? (row.account ?? null) : null
  const named = own || (others.length === 0 ? namedIn(row, found?.resource, lang) : null)
  const titleQuery = useTitle(named === null && ID.test(first) ? (found?.resource ?? null) : null, first)
  const title = named ?? titleQuery
  const words = title ?? (ID.test(first) ? `…${first.slice(-6)}` : first)
  if (words === '') return <span className="ll-f-none">{'—'}</span>
  const href = ID.test(first) && !what.endsWith('.remove') ? detailHref(found, first) : null
  const text =
    others.length > 0
      ? t(['{name} 等 {n} 项', '{name} and {more} more'], { name: words, n: others.length + 1, more: others.length })
      : words
  return href ? <Link to={href}>{text}</Link> : <span title={value ?? ''}>{text}</span>
}
