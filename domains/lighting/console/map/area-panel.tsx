import { type AnswerOf, api, Tree, useFormat, useProject, useT } from '@lamplight/console-kit'
import type { areaHasDevice } from '@lamplight/places/server'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { M } from './map.messages.ts'
import { Panel } from './panel.tsx'

type Area = AnswerOf<typeof areaHasDevice>[number]
interface AreaNode {
  readonly key: string
  readonly title: string
  readonly count: number
  readonly children: readonly AreaNode[]
}
const nodesOf = (areas: readonly Area[]): readonly AreaNode[] =>
  areas.map(({ id, title, count, children }) => ({ key: id, title, count, children: nodesOf(children ?? []) }))

/** Areas with lamps and their number; selecting one selects its lamps on the map. */
export const AreaPanel = ({ onChoose, onClose }: { readonly onChoose: (areaId: string) => void; readonly onClose: () => void }) => {
  const t = useT()
  const { number } = useFormat()
  const { project } = useProject()
  const { data, isPending } = useQuery({
    queryKey: ['places.area', 'has-device', project?.id ?? ''],
    queryFn: () => api.get<typeof areaHasDevice>('blade-system/area/area-has-device-by-auth', { projectId: project?.id }),
  })
  const nodes = useMemo(() => nodesOf(data ?? []), [data])
  return (
    <Panel title={t(M.areas)} kind="areas" closeLabel={t(M.close)} onClose={onClose}>
      <p className="ll-city-note">{data?.length === 0 ? t(M.noAreas) : t(M.selectArea)}</p>
      {!isPending && (
        <Tree
          label={t(M.areas)}
          nodes={nodes}
          startsOpen={nodes.length <= 2}
          onChoose={onChoose}
          render={({ title, count }) => (
            <>
              <span>{title}</span> <small className="ll-f-unit">{number(count)}</small>
            </>
          )}
        />
      )}
    </Panel>
  )
}
