export { alarms } from '../domain.ts'
export { alarmLifecycle, DISPOSED, OPEN } from './alarm.lifecycle.ts'
export { alarm } from './alarm.resource.ts'
export { alarmsErrors } from './alarms.errors.ts'
export { causeText } from './causes.ts'
export { ALARMS_CHANGED } from './events.ts'
export { faultInfo } from './fault-info.resource.ts'
export { INCIDENT, incident } from './incident.resource.ts'
export {
  ALARM_TYPES,
  EXCEPTIONS,
  FAULT,
  KIND_NAMES,
  KINDS,
  OFFLINE,
  SEVERITIES,
  SOS,
  SOS_KIND,
  THRESHOLD,
  THRESHOLD_KIND,
} from './kinds.ts'
export { alarmsMenu } from './menu.ts'
export { type FoundFault, type FoundFaults, foundFaultsPort } from './ports.ts'
export { serviceRecord } from './service-record.resource.ts'
export { ANSWERED, MISSED, RINGING, sosCall } from './sos-call.resource.ts'
export { alarmConfig, alarmTemplate } from './threshold.resource.ts'
