import { useFormat, useT } from '@lamplight/console-kit'
import { detailHref, knownResource, Link, resourceOfDevices } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import type { Preview } from '../model/index.ts'
import './command.css'
import { R } from './affected.messages.ts'

interface Named {
  readonly id: string
  readonly words: string
  readonly href: string | null
}
const Names = ({ label, n, names }: { readonly label: Text; readonly n: number; readonly names: readonly Named[] }) => {
  const t = useT()
  const format = useFormat()
  if (names.length === 0) return null
  return (
    <details className="ll-command__names">
      <summary>{t(label, { n: format.number(n) })}</summary>
      <ul>
        {names.map(({ id, words, href }) => (
          <li key={id}>{href ? <Link to={href}>{words}</Link> : words}</li>
        ))}
      </ul>
      {n > names.length && <p>{t(R.others, { n: format.number(n - names.length) })}</p>}
    </details>
  )
}

/** The streets and the offline devices of a command or a publication by name, as far as the server names them. */
export const AffectedNames = ({
  streets,
  offline,
  firstStreets = [],
  firstOffline = [],
}: Partial<Pick<Preview, 'firstStreets' | 'firstOffline'>> & { readonly streets: number; readonly offline: number }) => {
  const t = useT()
  return (
    <>
      <Names
        label={R.streets}
        n={streets}
        names={firstStreets.map(({ id, name, n }) => ({
          id,
          words: t(R.street, { name, n }),
          href: detailHref(knownResource('lighting.street'), id),
        }))}
      />
      <Names
        label={R.offlineDevices}
        n={offline}
        names={firstOffline.map(({ id, sn, type }) => ({ id, words: sn, href: detailHref(resourceOfDevices(type), id) }))}
      />
    </>
  )
}
