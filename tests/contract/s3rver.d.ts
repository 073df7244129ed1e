declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  const S3rver: new (options: {
    readonly port: number
    readonly address: string
    readonly silent: boolean
    readonly directory: string
    readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[]
  }) => { readonly run: () => Promise<AddressInfo>; readonly close: () => Promise<void> }
  type S3rver = InstanceType<typeof S3rver>
  export default S3rver
}
