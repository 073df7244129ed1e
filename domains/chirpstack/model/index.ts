export { chirpstack } from '../domain.ts'
