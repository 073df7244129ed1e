import { newCode, onServer } from '@lamplight/server-kit'
import { visualShare } from '../model/visual.resource.ts'

const CODE_BYTES = 18

/** Each share gets a random code. Whoever has the code sees the dashboard, so the audit log must not contain it. */
export const visualShareServer = onServer(visualShare, {
  conceals: () => ['shareCode'],
  beforeWrite: ({ draft, old }) => (old ? draft : { ...draft, shareCode: newCode(CODE_BYTES) }),
})
