import { registerTrayItem } from '@lamplight/console-kit'
import { Bell } from './bell.tsx'
import { JobsTray } from './jobs-tray.tsx'

registerTrayItem('jobs', JobsTray)
registerTrayItem('notices', Bell)
