export * from './id-index.ts'
export * from './lamp-packet.ts'
