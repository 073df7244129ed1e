export * from './id-index.ts'
export * from './lamp-packet.ts'
export * from './past-packet.ts'
