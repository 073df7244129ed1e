import { Tree, useFormat, useT } from '@lamplight/console-kit'
import { useMemo, useState } from 'react'
import './grant.css'
import { M } from './identity.messages.ts'
import { type GrantNode, leavesOf, matching } from './rights-tree.ts'
import type { Part } from './use-grant.ts'

/** Tree of pages and their rights with a checkbox each; a page's checkbox selects all below it. */
export const GrantTree = ({ part, fixed = false }: { readonly part: Part; readonly fixed?: boolean }) => {
  const t = useT()
  const { number } = useFormat()
  const [text, setText] = useState('')
  const { tree, keys, setTicked } = part
  const [open, setOpen] = useState<readonly string[] | null>(null)
  const shown = useMemo(() => matching(tree, text), [tree, text])
  const allKeys = useMemo(() => keysIn(shown), [shown])
  const topKeys = useMemo(() => tree.map((node) => node.key), [tree])
  const inSight = useMemo(() => new Set(leavesOf(shown)), [shown])
  const ticked = useMemo(() => keys.filter((key) => inSight.has(key)), [keys, inSight])
  // Nodes hidden by the search keep their state.
  const tick = (leaves: readonly string[]): void => setTicked([...keys.filter((key) => !inSight.has(key)), ...leaves])
  return (
    <div className="ll-grant">
      <div className="ll-grant__tools">
        <input
          type="search"
          className="ll-f-input"
          placeholder={t(M.find)}
          aria-label={t(M.find)}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {!fixed && (
          <>
            <button type="button" className="ll-r-link" onClick={() => tick([...inSight])}>
              {t(M.all)}
            </button>
            <button type="button" className="ll-r-link" onClick={() => tick([])}>
              {t(M.none)}
            </button>
          </>
        )}
        <span>{t(M.count, { n: number(keys.length) })}</span>
      </div>
      <Tree
        label={t(M.rights)}
        nodes={shown}
        disabled={fixed}
        ticked={ticked}
        onTick={tick}
        open={text ? allKeys : (open ?? topKeys)}
        onOpen={setOpen}
        render={(node) => <Right node={node} />}
      />
    </div>
  )
}

/** A right or a page: its name, its description if the name does not explain it, and its code. */
const Right = ({ node }: { readonly node: GrantNode }) => {
  const [zh = '', en = zh] = (node.remark ?? '').split(' / ')
  const about = useT()([zh, en])
  return (
    <span className="ll-grant__node">
      {node.title}
      {about && <small>{about}</small>}
      <code>{node.code}</code>
    </span>
  )
}

const keysIn = (nodes: readonly GrantNode[]): string[] => nodes.flatMap((node) => [node.key, ...keysIn(node.children ?? [])])
