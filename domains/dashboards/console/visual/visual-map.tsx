import { later, useT } from '@lamplight/console-kit'
import { LiveMap } from '@lamplight/lighting/console'
import { useBoardPlace } from './board-place.ts'
import { V } from './visual.messages.ts'

const SharedMap = later(async () => (await import('./shared-map.tsx')).SharedMap)

/** The lamps live: for users with their lists, for viewers of a link as the server gives them. The editor shows only its place. */
export const BoardMap = () => {
  const t = useT()
  const { source, projectId, theme } = useBoardPlace()
  if (!source) return <p className="ll-visual-note">{t(V.mapHere)}</p>
  return 'code' in source ? <SharedMap code={source.code} theme={theme} /> : <LiveMap projectId={projectId || undefined} theme={theme} />
}
