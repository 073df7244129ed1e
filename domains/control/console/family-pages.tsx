import { consoleOf, laterPages, onConsole } from '@lamplight/console-kit/resource'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import type { ComponentProps, ComponentType } from 'react'
import { templateOf } from '../model/param-template.resource.ts'
import type { FamilyPage } from './families.ts'
import { FamilyTabs } from './family-tabs.tsx'
import { GroupSendDialog } from './group-send.dialog.tsx'

type Sends = Omit<ComponentProps<typeof GroupSendDialog>, 'name' | 'families'> & { readonly rows: readonly { readonly name?: unknown }[] }

const presets = (family: ParamFamilyDefinition, { link, code, hasData }: FamilyPage) =>
  laterPages({
    code,
    link,
    label: family.label,
    load: async () => {
      const template = templateOf(family)
      if (!template) throw new Error(`the family ${code} has no presets`)
      const Tabs = () => <FamilyTabs label={family.label} />
      const Send = ({ rows, submit, close }: Sends) => (
        <GroupSendDialog name={String(rows[0]?.name ?? '')} families={[family]} submit={submit} close={close} />
      )
      const actions = template.actions?.send && { send: Send }
      return (
        consoleOf(template.name) ?? onConsole(template, { link, ...(actions && { actions }), ...(hasData && { slots: { listTop: Tabs } }) })
      )
    },
  })

/** Component of a page of a family: the list of its presets, one preset, or the values that devices reported. */
type Load = (family: ParamFamilyDefinition, page: FamilyPage) => Promise<ComponentType>

const presetPage =
  (at: 0 | 1): Load =>
  async (family, page) => {
    const found = presets(family, page)[at]
    if (!found) throw new Error(`the family ${page.code} has no presets`)
    return found.load()
  }

export const familyPages: Readonly<Record<'list' | 'detail' | 'reported', Load>> = {
  list: presetPage(0),
  detail: presetPage(1),
  reported: async (family) => {
    const { ReportedPage } = await import('./reported.page.tsx')
    return () => <ReportedPage family={family} />
  },
}
