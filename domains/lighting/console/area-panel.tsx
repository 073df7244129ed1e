import { api, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { Tree, type TreeDataNode } from 'antd'
import { M } from './map.messages.ts'

interface AreaNode {
  readonly id: string
  readonly areaName: string
  readonly children?: readonly AreaNode[]
}
const nodesOf = (areas: readonly AreaNode[]): TreeDataNode[] =>
  areas.map((area) => ({ key: area.id, title: area.areaName, children: area.children ? nodesOf(area.children) : undefined }))

/** The areas as a tree; choosing one selects its lamps on the map. */
export const AreaPanel = ({ onChoose, onClose }: { readonly onChoose: (areaId: string) => void; readonly onClose: () => void }) => {
  const t = useT()
  const { data = [] } = useQuery({ queryKey: ['areas'], queryFn: () => api.get<AreaNode[]>('/api/blade-system/area/list') })
  return (
    <section className="ll-city-areas" aria-label={t(M.areas)}>
      <header>
        <h2>{t(M.areas)}</h2>
        <button type="button" className="ll-city-close" aria-label={t(M.close)} onClick={onClose}>
          {'×'}
        </button>
      </header>
      <p className="ll-city-note">{t(M.selectArea)}</p>
      <Tree treeData={nodesOf(data)} blockNode defaultExpandParent onSelect={([key]) => key !== undefined && onChoose(String(key))} />
    </section>
  )
}
