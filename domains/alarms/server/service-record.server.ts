import { onServer } from '@lamplight/server-kit'
import { serviceRecord } from '../model/index.ts'

export const serviceRecordServer = onServer(serviceRecord, {})
