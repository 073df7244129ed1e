import { gatewayType } from './gateway.device.ts'

/** The right to replace devices, whose holders need not have the right to edit them (docs/adr/0029). */
export const REPLACE_RIGHT = 'device_replace'
/** True for the types of devices that can be replaced: all but gateways. */
export const mayReplace = (type: number | undefined): type is number => type !== undefined && type !== gatewayType.code
