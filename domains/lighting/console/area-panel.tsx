import { api, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { Tree, type TreeDataNode } from 'antd'
import { M } from './map.messages.ts'
import { Panel } from './panel.tsx'

interface AreaNode {
  readonly id: string
  readonly areaName: string
  readonly children?: readonly AreaNode[]
}
const nodesOf = (areas: readonly AreaNode[]): TreeDataNode[] =>
  areas.map((area) => ({
    key: area.id,
    title: area.areaName,
    ...(area.children?.length ? { children: nodesOf(area.children) } : { isLeaf: true }),
  }))

/** The areas as a tree; choosing one selects its lamps on the map. */
export const AreaPanel = ({ onChoose, onClose }: { readonly onChoose: (areaId: string) => void; readonly onClose: () => void }) => {
  const t = useT()
  const { data, isPending } = useQuery({ queryKey: ['areas'], queryFn: () => api.get<AreaNode[]>('/api/blade-system/area/list') })
  return (
    <Panel title={t(M.areas)} kind="areas" closeLabel={t(M.close)} onClose={onClose}>
      <p className="ll-city-note">{data?.length === 0 ? t(M.noAreas) : t(M.selectArea)}</p>
      {!isPending && (
        <Tree
          treeData={nodesOf(data ?? [])}
          blockNode
          defaultExpandAll={(data ?? []).length <= 2}
          onSelect={(_, { node }) => onChoose(String(node.key))}
          selectedKeys={[]}
        />
      )}
    </Panel>
  )
}
