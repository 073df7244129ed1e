import { defineConsole, Icon, useT } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { system } from '../domain.ts'
import { dict } from '../model/dict.resource.ts'
import { BUTTON, menu } from '../model/menu.resource.ts'
import { param } from '../model/param.resource.ts'
import { circleEntry } from '../model/system-menu.resource.ts'
import { topMenu } from '../model/top-menu.resource.ts'
import './system.css'

/** Parameters that ship with the product carry their names in both languages: `初始密码 / Initial password`. */
const BothNames = ({ name }: { readonly name: string }) => {
  const [zh = name, en = zh] = name.split(' / ')
  return useT()([zh, en])
}

const IconCell = ({ value }: { readonly value: string | null }) => (
  <span className="ll-system-menu">
    {value && <Icon name={value} size={16} />}
    {value || '—'}
  </span>
)

export const systemConsole = defineConsole({
  domain: system,
  pages: [],
  resources: [
    onConsole(dict, {
      link: '/system/dict',
      columns: { dictKey: ({ value }) => (value === null || value === '-1' ? <span className="ll-f-none">{'—'}</span> : value) },
    }),
    onConsole(topMenu, { link: '/system/topmenu', columns: { source: IconCell } }),
    onConsole(circleEntry, { link: '/system/systemMenu', columns: { source: IconCell } }),
    onConsole(menu, {
      link: '/system/menu',
      columns: {
        name: ({ value, row }) => (
          <span className="ll-system-menu" data-button={row.category === BUTTON || undefined}>
            <Icon name={row.category === BUTTON ? 'dot' : (row.source ?? 'dot')} size={16} />
            {value}
          </span>
        ),
        source: IconCell,
        code: ({ value }) => <code className="ll-system-code">{value}</code>,
        path: ({ value }) => <code className="ll-system-code">{value}</code>,
      },
    }),
    onConsole(param, {
      link: '/system/param',
      columns: {
        paramName: ({ value }) => <BothNames name={value ?? ''} />,
        paramKey: ({ value }) => <code className="ll-system-code">{value}</code>,
        paramValue: ({ value }) => (
          <span className="ll-system-value" title={value ?? ''}>
            {value}
          </span>
        ),
      },
    }),
  ],
})
