import type {
  DeliveryDefinition,
  DeviceTypeDefinition,
  Dictionary,
  ErrorDefinition,
  MenuItem,
  ParamDefinition,
  ParamFamilyDefinition,
  ReportDefinition,
} from '@lamplight/kit'

/** What a slice ships as plain data. */
export interface SliceData {
  readonly menu?: readonly MenuItem[]
  readonly errors?: Readonly<Record<string, ErrorDefinition>>
  /** Dictionaries of the platform: seeded where they were never there. */
  readonly dictionaries?: readonly Dictionary[]
  /** Settings it reads: seeded where they were never there. */
  readonly params?: readonly ParamDefinition[]
  readonly deviceTypes?: readonly DeviceTypeDefinition[]
  /** Parameter families of its devices (`familiesOf` makes their routes). */
  readonly families?: readonly ParamFamilyDefinition[]
  /** What it sends to devices with a log (`deliveriesOf` makes log, details and calls). */
  readonly deliveries?: readonly DeliveryDefinition[]
  /** Reports (`reportsOf` makes their routes). */
  readonly reports?: readonly ReportDefinition[]
}
