import { api, navigate, Tree, usePermission, useT } from '@lamplight/console-kit'
import type { SlotProps } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import './dept-tree.css'
import { M } from './identity.messages.ts'

interface DeptNode {
  readonly key: string
  readonly title: string
  readonly children?: readonly DeptNode[]
}

/** Department tree beside the list of users: a selection filters the list by the department and those below it. */
export const DeptTree = ({ filter }: SlotProps) => {
  const t = useT()
  const may = usePermission('dept_view')
  const { data } = useQuery({
    enabled: may,
    queryKey: ['identity.dept', 'tree'],
    queryFn: ({ signal }) => api.get<readonly DeptNode[]>('blade-system/dept/tree', {}, { signal, quiet: true }),
  })
  if (!may || !data?.length) return null
  const choose = (deptId: string | undefined): void => {
    const { deptId: _before, current: _page, ...rest } = filter
    navigate('/system/user', deptId ? { ...rest, deptId } : rest)
  }
  return (
    <nav className="ll-depts" aria-label={t(M.departments)}>
      <button type="button" className="ll-r-link" aria-pressed={!filter.deptId} onClick={() => choose(undefined)}>
        {t(M.allDepts)}
      </button>
      <Tree
        label={t(M.departments)}
        startsOpen
        nodes={data}
        chosen={filter.deptId ?? null}
        onChoose={(key) => choose(key === filter.deptId ? undefined : key)}
      />
    </nav>
  )
}
