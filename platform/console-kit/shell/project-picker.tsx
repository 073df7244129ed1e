import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useProject } from '../session/project.ts'
import { api } from '../session/session.ts'
import { Icon } from '../widgets/icon.tsx'
import { Popover } from '../widgets/popover.tsx'
import { Skeleton } from '../widgets/widgets.tsx'
import { shellTexts as texts } from './shell.messages.ts'

interface Node {
  readonly id: string
  readonly name: string
  readonly hasChildren?: boolean
  readonly children?: readonly Node[]
}
type Choose = (node: Node | null) => void

const useChildren = (parentId: string, wanted: boolean) =>
  useQuery({
    queryKey: ['places.project', 'lazy', parentId],
    queryFn: ({ signal }) => api.get<readonly Node[]>('blade-system/project/lazy-list', { parentId }, { signal, quiet: true }),
    enabled: wanted,
    staleTime: 60_000,
  })

/** Moves the focus with the up and down keys among the visible entries. */
const move = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .ll-project__choose')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length]?.focus()
}

const Branch = ({ node, depth, chosen, onChoose }: { node: Node; depth: number; chosen: string | null; onChoose: Choose }): ReactNode => {
  const [open, setOpen] = useState(false)
  const known = node.children
  const { data, isPending } = useChildren(node.id, open && !known)
  const below = known ?? data ?? []
  const opens = known ? known.length > 0 : node.hasChildren === true
  return (
    <li>
      <div className="ll-project__row" style={{ paddingInlineStart: `calc(var(--ll-space-4) * ${depth})` }}>
        <button
          type="button"
          className="ll-project__toggle"
          aria-label={node.name}
          aria-expanded={open || known !== undefined}
          disabled={!opens || known !== undefined}
          onClick={() => setOpen(!open)}
        >
          {opens && <Icon name={open || known ? 'arrowDown' : 'arrowRight'} size={14} />}
        </button>
        <button type="button" className="ll-project__choose" aria-pressed={chosen === node.id} onClick={() => onChoose(node)}>
          {node.name}
        </button>
      </div>
      {open && !known && isPending && <Skeleton rows={2} />}
      {(open || known) && below.length > 0 && <Branches nodes={below} depth={depth + 1} chosen={chosen} onChoose={onChoose} />}
    </li>
  )
}

const Branches = ({
  nodes,
  depth,
  chosen,
  onChoose,
}: {
  nodes: readonly Node[]
  depth: number
  chosen: string | null
  onChoose: Choose
}): ReactNode => (
  <ul>
    {nodes.map((node) => (
      <Branch key={node.id} node={node} depth={depth} chosen={chosen} onChoose={onChoose} />
    ))}
  </ul>
)

const Panel = ({ onChoose, chosen }: { onChoose: Choose; chosen: string | null }): ReactNode => {
  const t = useT()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const tree = useChildren('0', wanted === '')
  const found = useQuery({
    queryKey: ['places.project', 'search', wanted],
    queryFn: ({ signal }) => api.get<readonly Node[]>('blade-system/project/list', { name: wanted }, { signal, quiet: true }),
    enabled: wanted !== '',
  })
  const { data, isPending } = wanted === '' ? tree : found
  return (
    <fieldset className="ll-project" onKeyDown={move}>
      <legend className="ll-hidden">{t(texts.project)}</legend>
      <input
        type="search"
        data-autofocus
        value={search}
        placeholder={t(texts.findProject)}
        aria-label={t(texts.findProject)}
        onChange={(event) => setSearch(event.target.value)}
      />
      <button type="button" className="ll-project__choose ll-project__all" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t(texts.allProjects)}
      </button>
      {isPending && <Skeleton rows={4} />}
      {data && data.length === 0 && <p>{t(texts.noProject)}</p>}
      {data && <Branches nodes={data} depth={0} chosen={chosen} onChoose={onChoose} />}
    </fieldset>
  )
}

/** The project selector: a tree with search that loads its branches when they are opened, and "all" to clear it (rule.top.project.lazy). */
export const ProjectPicker = (): ReactNode => {
  const t = useT()
  const { project, setProject } = useProject()
  return (
    <Popover
      label={project?.name ?? t(texts.anyProject)}
      align="end"
      className={`ll-bar__button ll-bar__project${project ? ' ll-bar__project--set' : ''}`}
      trigger={
        <>
          <Icon name="project" size={16} />
          <span>{project?.name ?? t(texts.anyProject)}</span>
          <Icon name="arrowDown" size={14} />
        </>
      }
    >
      {(close) => (
        <Panel
          chosen={project?.id ?? null}
          onChoose={(node) => {
            setProject(node && { id: node.id, name: node.name })
            close()
          }}
        />
      )}
    </Popover>
  )
}
