// npm run torture -- --rounds 100: interrupts parts of the product while it works, and checks the outcome in the virtual city.
import { parseArgs } from 'node:util'
import { clock } from './clock.ts'
import { disk } from './disk.ts'
import { hasMosquitto } from './mosquitto.ts'
import { until } from './processes.ts'
import { metLine, raisedLine, roundLine, table } from './report.ts'
import { rolling } from './rolling.ts'
import { FAULTS, type Fault, playRounds, type Round } from './rounds.ts'
import { slow } from './slow.ts'
import { createWorld } from './world.ts'

const HELP = `npm run torture -- [--rounds 100] [--lamps 10000] [--seed 1] [--faults kill,pause,broker,postgres] [--broker own|mosquitto]
                   [--mode rounds|disk|clock|slow|rolling]

rounds   each round sends a batch to all lamps, commands to all bins, a parameter and a new version of a strategy to
         some controllers, and hurts one part at a random moment: kill (SIGKILL of the server), pause (SIGSTOP), broker (restarted), postgres (stopped at once). Without Mosquitto the broker is the server's own and is restarted with it.
         At another moment of the round a switch box loses its supply, a gateway its power, and devices fail; in the next round they get them back. At the end of each
         round every fault that a gateway told must have one alarm, and every cause one incident, open while it lasts and closed when it is over.
disk     the database on a disk that runs full (needs root: it mounts a small tmpfs)
clock    the server's clock jumps an hour either way (needs faketime)
slow     the database answers slowly, then not at all, behind a proxy
rolling  two servers on one database and Mosquitto, restarted in turn under load`

const SETTLE_MS = 30_000

const rounds = async (options: { rounds: number; lamps: number; seed: number; faults: readonly Fault[]; mosquitto: boolean }) => {
  const world = await createWorld({ lamps: options.lamps, mosquitto: options.mosquitto, troubles: true })
  try {
    const played: Round[] = []
    for await (const round of playRounds(world, options)) {
      played.push(round)
      console.log(roundLine(round, played.length))
    }
    let missing = 0
    await until(
      async () => {
        missing = await world.receipts.missing(world.databaseUrl)
        return missing === 0
      },
      SETTLE_MS,
      2000,
    )
    console.log(`\n${table(played)}`)
    console.log(`${world.receipts.count()} acknowledged reports, ${missing} missing${missing > 0 ? `: ${world.receipts.words()}` : ''}`)
    const raised = played.at(-1)?.raised
    if (raised) console.log(raisedLine(raised))
    console.log(metLine(world.caller.met))
    const { unadvised, failed, hung } = world.caller.met
    const isGood = ({ lost, doubled, wrong, words }: Round): boolean => lost + doubled + wrong === 0 && words === ''
    return played.every(isGood) && missing + unadvised + failed + hung === 0
  } finally {
    await world.stop()
  }
}

const main = async (): Promise<boolean> => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '100' },
      lamps: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      faults: { type: 'string', default: FAULTS.join(',') },
      broker: { type: 'string', default: hasMosquitto() ? 'mosquitto' : 'own' },
      mode: { type: 'string', default: 'rounds' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return true
  }
  const faults = FAULTS.filter((fault) => values.faults.split(',').includes(fault))
  const [lamps, seed] = [Number(values.lamps), Number(values.seed)]
  const mosquitto = values.broker === 'mosquitto'
  switch (values.mode) {
    case 'rounds':
      return rounds({ rounds: Number(values.rounds), lamps, seed, faults, mosquitto })
    case 'slow':
      return slow(lamps)
    case 'disk':
      return disk(lamps)
    case 'clock':
      return clock(lamps)
    case 'rolling':
      return rolling(lamps, Number(values.rounds))
    default:
      throw new Error(`there is no mode ${values.mode}\n${HELP}`)
  }
}

main().then(
  (good) => process.exit(good ? 0 : 1),
  (thrown: unknown) => {
    console.error(thrown instanceof Error ? thrown.message : thrown)
    process.exit(1)
  },
)
