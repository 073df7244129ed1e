import { type DeviceTypeDefinition, definePort } from '@lamplight/kit'

/** A platform of an operator that the virtual city plays. */
export interface VirtualPlatform {
  readonly id: string
  readonly appId: string
  readonly secret: string
  /** Path at the server to which it pushes. */
  readonly pushPath: string
  /** Devices that are registered there: IMEI, and the name of the type in `types`. */
  readonly devices: readonly { readonly imei: string; readonly type: string }[]
  readonly types: Readonly<Record<string, DeviceTypeDefinition>>
}
export interface VirtualPlatforms {
  readonly list: () => Promise<readonly VirtualPlatform[]>
  /** Sets the address at which the virtual city serves a platform; it must be a loopback address. */
  readonly opened: (id: string, baseUrl: string) => Promise<void>
}
export const virtualPlatformsPort = definePort<VirtualPlatforms>('iot.virtualPlatforms')
