import { type AnswerOf, api, Tree, type TreeDataNode, useFormat, useProject, useT } from '@lamplight/console-kit'
import type { areaHasDevice } from '@lamplight/places/server'
import { useQuery } from '@tanstack/react-query'
import { M } from './map.messages.ts'
import { Panel } from './panel.tsx'

type AreaNode = AnswerOf<typeof areaHasDevice>[number]
const nodesOf = (areas: readonly AreaNode[], count: (n: number) => string): TreeDataNode[] =>
  areas.map((area) => ({
    key: area.id,
    title: (
      <>
        <span>{area.title}</span> <small className="ll-f-unit">{count(area.count)}</small>
      </>
    ),
    ...(area.children?.length ? { children: nodesOf(area.children, count) } : { isLeaf: true }),
  }))

/** Areas with lamps and their number; selecting one selects its lamps on the map. */
export const AreaPanel = ({ onChoose, onClose }: { readonly onChoose: (areaId: string) => void; readonly onClose: () => void }) => {
  const t = useT()
  const { number } = useFormat()
  const { project } = useProject()
  const { data, isPending } = useQuery({
    queryKey: ['places.area', 'has-device', project?.id ?? ''],
    queryFn: () => api.get<typeof areaHasDevice>('blade-system/area/area-has-device-by-auth', { projectId: project?.id }),
  })
  return (
    <Panel title={t(M.areas)} kind="areas" closeLabel={t(M.close)} onClose={onClose}>
      <p className="ll-city-note">{data?.length === 0 ? t(M.noAreas) : t(M.selectArea)}</p>
      {!isPending && (
        <Tree
          treeData={nodesOf(data ?? [], number)}
          blockNode
          defaultExpandAll={(data ?? []).length <= 2}
          onSelect={(_, { node }) => onChoose(String(node.key))}
          selectedKeys={[]}
        />
      )}
    </Panel>
  )
}
