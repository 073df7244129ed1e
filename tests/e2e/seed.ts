// A child process: writes the demo of the present settings into the migrated database DATABASE_URL, as a first start of the product does.
import { seedDatabase } from '@lamplight/testing'
import { slices } from '../../apps/server/slices.ts'

const { DATABASE_URL = '', ...env } = process.env
await seedDatabase(DATABASE_URL, { slices, config: Object.fromEntries(Object.entries(env).map(([name, value = '']) => [name, value])) })
