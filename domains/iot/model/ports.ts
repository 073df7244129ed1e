import { type DeviceTypeDefinition, definePort } from '@lamplight/kit'

/** A row of `iot.oc` whose platform the virtual city simulates. */
export interface VirtualPlatform {
  readonly id: string
  readonly appId: string
  readonly secret: string
  /** Path of the server's call to which the platform pushes. */
  readonly pushPath: string
  /** Registered devices. `type` is a key of `types`. */
  readonly devices: readonly { readonly imei: string; readonly type: string }[]
  readonly types: Readonly<Record<string, DeviceTypeDefinition>>
}
export interface VirtualPlatforms {
  readonly list: () => Promise<readonly VirtualPlatform[]>
  /** Stores the base address of a virtual platform, and makes its unregistered devices due. Rejects with `OutboundError` unless it is a loopback address. */
  readonly opened: (id: string, baseUrl: string) => Promise<void>
}
export const virtualPlatformsPort = definePort<VirtualPlatforms>('iot.virtualPlatforms')
