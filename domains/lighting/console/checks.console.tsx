import { onConsole } from '@lamplight/console-kit/resource'
import { binding } from '../model/checks/binding.listing.ts'
import { installCheck } from '../model/checks/install-check.listing.ts'
import { Child, Parent, Unbind } from './binding.tsx'
import { C } from './check.messages.ts'
import { CheckAll, CheckRow } from './install-check.tsx'

/** The list begins with bindings of controllers to gateways. */
const LINKED_TO_GATEWAY = { type: '1' } as const

export const bindings = onConsole(binding, {
  link: '/city/bindInformation',
  preset: LINKED_TO_GATEWAY,
  columns: { sn: Child, parentSn: Parent },
  slots: { rowEnd: { label: C.unbind, body: Unbind } },
})
export const installChecks = onConsole(installCheck, {
  empty: C.installNone,
  refresh: { seconds: 60, busy: { answer: { eq: 0 } } },
  slots: { toolbarLead: CheckAll, rowEnd: { label: C.again, right: 'controller_read', body: CheckRow } },
})
