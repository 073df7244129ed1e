import { later } from '@lamplight/console-kit'
import { useFaultAlert } from './use-fault-alert.ts'
import { useSos } from './use-sos.ts'

const SosNotice = later(async () => (await import('./sos-notice.tsx')).SosNotice)

/** Over every page: calls for help that nobody has answered, and once per session the faults on site. */
export const AlarmOverlay = () => {
  useFaultAlert()
  const sos = useSos()
  return sos.shown.length > 0 ? <SosNotice {...sos} /> : null
}
