export { type ApiAnswer, type ApiClient, createClient, md5 } from './client.ts'
export { freshDatabase } from './database.ts'
export { eventually } from './eventually.ts'
export { type TestPlatform, testPlatform } from './test-platform.ts'
