export { forwarding } from '../domain.ts'
export { ALL_TYPES, forwardTarget, SMS_TARGET, WEBHOOK } from './target.resource.ts'
export { DEAD, EVENTS, RETRYING, SENT, SKIPPED, transitInfo, WAITING } from './transit.resource.ts'
