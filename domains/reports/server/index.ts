import type { ServerSlice } from '@lamplight/server-kit'
import { reports } from '../domain.ts'
import { menu } from '../model/menu.ts'
import { reportServer } from './report.server.ts'

export const reportsServer: ServerSlice = { domain: reports, menu, resources: [reportServer] }
