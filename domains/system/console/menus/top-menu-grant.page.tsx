import { api, Empty, hasPermission, navigate, PageHeader, useT } from '@lamplight/console-kit'
import { FieldsHost } from '@lamplight/console-kit/resource'
import type { WireRow } from '@lamplight/fields/model'
import { Picker } from '@lamplight/fields/view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { topMenu } from '../../model/index.ts'
import { topMenuGrant } from '../../model/pages.ts'
import { TopMenuKeys } from './top-menu-keys.tsx'

type Top = WireRow<typeof topMenu>

/** Page that assigns menus to top menus. */
export const TopMenuGrantPage = () => {
  const t = useT()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, isPending } = useQuery({
    queryKey: ['system.topMenu', 'all'],
    queryFn: ({ signal }) => api.get<{ records: readonly Top[] }>('blade-system/topmenu/list', { size: '-1', ascs: 'sort' }, { signal }),
  })
  const rows = data?.records ?? []
  const current = chosen ?? rows[0]?.id ?? null
  return (
    <div className="ll-page">
      <PageHeader title={t(topMenuGrant.label)} about={t(['选择顶部菜单，勾选其包含的菜单', 'Choose a top menu, then its menus'])} />
      {rows.length === 0 && !isPending && (
        <Empty text={t(['还没有顶部菜单', 'No top menus yet'])}>
          {hasPermission('topmenu_add') && (
            <button type="button" className="ll-button ll-button--primary" onClick={() => navigate('/system/topmenu', { create: '1' })}>
              {t(['新建顶部菜单', 'New top menu'])}
            </button>
          )}
        </Empty>
      )}
      {rows.length > 0 && (
        <FieldsHost>
          <Picker
            id="top-menu"
            label={t(topMenu.label)}
            options={rows.map(({ id, name }) => ({ id, label: name }))}
            chosen={current ? [current] : []}
            onChange={([id]) => setChosen(id ?? null)}
          />
        </FieldsHost>
      )}
      {current && <TopMenuKeys key={current} ids={[current]} />}
    </div>
  )
}
