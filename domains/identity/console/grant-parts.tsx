import { useT } from '@lamplight/console-kit'
import { LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { GrantTree } from './grant-tree.tsx'
import { M } from './identity.messages.ts'
import { type Grant, PARTS } from './use-grant.ts'

const LABELS = { menu: M.partMenu, dataScope: M.partData, apiScope: M.partApi } as const
const EMPTY = { menu: M.noMenus, dataScope: M.noData, apiScope: M.noApi } as const

/** The three tabs of a grant: menus, data scopes, API scopes. */
export const GrantParts = ({ grant, fixed = false }: { readonly grant: Grant; readonly fixed?: boolean }) => {
  const t = useT()
  const { open, setOpen, query } = grant
  const part = grant.partOf(open)
  return (
    <>
      <div className="ll-grant__parts" role="tablist" aria-label={t(M.rights)}>
        {PARTS.map((name) => (
          <button key={name} type="button" role="tab" aria-selected={name === open} onClick={() => setOpen(name)}>
            {t(LABELS[name])}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={t(LABELS[open])}>
        {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
        {query.isPending && <RowsSkeleton rows={10} cards={false} />}
        {query.data &&
          (part.tree.length > 0 ? <GrantTree key={open} part={part} fixed={fixed} /> : <p className="ll-grant__about">{t(EMPTY[open])}</p>)}
      </div>
    </>
  )
}
