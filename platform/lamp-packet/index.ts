export * from './lamp-packet.ts'
