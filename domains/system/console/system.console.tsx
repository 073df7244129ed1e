import { defineConsole, definePage, Icon, useT } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { lazy } from 'react'
import { system } from '../domain.ts'
import { attach } from '../model/attach.resource.ts'
import { dict, dictBiz } from '../model/dict.resource.ts'
import { BUTTON, menu } from '../model/menu.resource.ts'
import { oss } from '../model/oss.resource.ts'
import { param } from '../model/param.resource.ts'
import { sms, smsMessage } from '../model/sms.resource.ts'
import { circleEntry } from '../model/system-menu.resource.ts'
import { topMenu } from '../model/top-menu.resource.ts'
import { AttachName, AttachSize } from './attach-cells.tsx'
import { ParamInput } from './param-input.tsx'
import './system.css'

const DictPage = lazy(() => import('./dict.page.tsx').then((module) => ({ default: module.dictPage(dict, 'vertical') })))
const DictBizPage = lazy(() => import('./dict.page.tsx').then((module) => ({ default: module.dictPage(dictBiz, 'vertical') })))

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

/** The row of a dictionary itself has no key of its own. */
const KeyCell = ({ value }: { readonly value: string | null }) =>
  value === null || value === '-1' ? <span className="ll-f-none">{'—'}</span> : value

export const systemConsole = defineConsole({
  domain: system,
  pages: [
    definePage({
      path: '/dict-horizontal/index',
      label: ['字典管理(横向)', 'Dictionary (horizontal)'],
      permission: 'dict_view',
      load: async () => (await import('./dict.page.tsx')).dictPage(dict, 'horizontal'),
    }),
    definePage({
      path: '/dict-vertical/index',
      label: ['字典管理(纵向)', 'Dictionary (vertical)'],
      permission: 'dict_view',
      load: async () => (await import('./dict.page.tsx')).dictPage(dict, 'vertical'),
    }),
  ],
  resources: [
    onConsole(dict, { link: '/system/dict', pages: { list: DictPage }, columns: { dictKey: KeyCell } }),
    onConsole(dictBiz, { link: '/system/dictbiz', pages: { list: DictBizPage }, columns: { dictKey: KeyCell } }),
    onConsole(oss, { link: '/resource/oss' }),
    onConsole(sms, { link: '/resource/sms' }),
    onConsole(smsMessage, { link: '/resource/smsMessage' }),
    onConsole(attach, { link: '/resource/attach', columns: { originalName: AttachName, attachSize: AttachSize } }),
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
      inputs: { paramValue: ParamInput },
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
