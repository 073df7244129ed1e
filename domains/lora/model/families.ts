import { moduleConfig } from './module-config.family.ts'
import { serverLink } from './server-link.family.ts'
import { whiteListFamily } from './white-list.family.ts'

/** Parameter families of LoRa devices. */
export const families = [moduleConfig, serverLink, whiteListFamily] as const
