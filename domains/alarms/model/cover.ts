import { type CauseName, EVIDENCE, type EvidenceCode, type NodeKind } from './causes.ts'

/** A number of devices that depend on the same nodes. */
export interface Atom {
  /** Keys of the nodes on which each of the devices depends. */
  readonly nodes: readonly string[]
  /** Number of devices that should report, and of those that are lost. */
  readonly all: number
  readonly lost: number
  /** Time by which half of the lost devices had sent their last report. `explain` does not use it. */
  readonly since?: Date | null
}
/** Something that can fail, and that takes all its devices with it. */
export interface CauseNode {
  readonly key: string
  readonly kind: NodeKind
  readonly cause: CauseName
  readonly evidence: readonly EvidenceCode[]
  /** Keys of the nodes whose failure explains the evidence of this one. */
  readonly within: readonly string[]
}
export interface Explanation {
  readonly key: string
  readonly cause: CauseName
  readonly all: number
  /** Devices that it explains; they are lost, and no earlier explanation has them. */
  readonly lost: number
  /** Natural logarithm of the odds. */
  readonly score: number
  /** 0 to 1, against the rivals that explain some of the same devices. */
  readonly confidence: number
  readonly rival: { readonly key: string; readonly cause: CauseName; readonly confidence: number } | null
}

/** Share of the devices of a failed node that are lost, and of those of a sound node. */
const FAILED = 0.98
const SOUND = 0.01
const PER_LOST = Math.log(FAILED / SOUND)
const PER_ALIVE = Math.log((1 - FAILED) / (1 - SOUND))
/** Natural logarithm of the probability that a node fails. A node with more devices below it fails less often. */
const PRIOR: Readonly<Record<NodeKind, number>> = {
  network: Math.log(1e-6),
  utility: Math.log(1e-5),
  gateway: Math.log(1e-4),
  box: Math.log(1e-4),
  phase: Math.log(5e-5),
  loop: Math.log(1e-4),
}
/** Least score of an explanation: odds of 100 to 1. */
const ENOUGH = Math.log(100)
const RIVALS = 2

interface Tally {
  readonly node: CauseNode
  all: number
  lost: number
  evidence: number
}
const scoreOf = ({ node, all, lost, evidence }: Tally): number => lost * PER_LOST + (all - lost) * PER_ALIVE + PRIOR[node.kind] + evidence

/**
 * Explains the lost devices by as few failed nodes as possible: it takes the node with the highest score, takes away what the node explains, and goes on
 * until no node is better than chance. A node without lost devices of its own is taken if its evidence alone is enough. Linear in nodes for each
 * explanation.
 */
export const explain = (atoms: readonly Atom[], nodes: readonly CauseNode[]): readonly Explanation[] => {
  const tallies = new Map(
    nodes.map((node): [string, Tally] => [
      node.key,
      { node, all: 0, lost: 0, evidence: node.evidence.reduce((sum, code) => sum + EVIDENCE[code], 0) },
    ]),
  )
  const open = atoms.map(({ nodes: keys, all, lost }) => ({ keys: keys.filter((key) => tallies.has(key)), all, lost }))
  const behind = new Map<string, typeof open>()
  for (const atom of open)
    for (const key of atom.keys) {
      const tally = tallies.get(key) as Tally
      tally.all += atom.all
      tally.lost += atom.lost
      if (atom.lost === 0) continue
      const known = behind.get(key)
      if (known) known.push(atom)
      else behind.set(key, [atom])
    }
  const found: Explanation[] = []
  const taken = new Set<string>()
  for (;;) {
    let best: Tally | undefined
    let most = ENOUGH
    for (const tally of tallies.values()) {
      if (taken.has(tally.node.key) || (tally.lost === 0 && tally.evidence <= 0)) continue
      const score = scoreOf(tally)
      if (score > most) [best, most] = [tally, score]
    }
    if (!best) return found
    const { key, cause } = best.node
    const own = (behind.get(key) ?? []).filter(({ lost }) => lost > 0)
    const beside = new Set(own.flatMap(({ keys }) => keys))
    const rivals = [...beside]
      .filter((other) => other !== key && !taken.has(other))
      .map((other) => ({ tally: tallies.get(other) as Tally, score: scoreOf(tallies.get(other) as Tally) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, RIVALS)
    const odds = rivals.map(({ score }) => Math.exp(Math.max(-50, score - most)))
    const sum = 1 + odds.reduce((all, one) => all + one, 0)
    const rival = rivals[0]
    found.push({
      key,
      cause,
      all: best.all,
      lost: best.lost,
      score: most,
      confidence: 1 / sum,
      rival: rival ? { key: rival.tally.node.key, cause: rival.tally.node.cause, confidence: (odds[0] ?? 0) / sum } : null,
    })
    taken.add(key)
    for (const atom of own) {
      for (const other of atom.keys) {
        const tally = tallies.get(other) as Tally
        tally.all -= atom.lost
        tally.lost -= atom.lost
      }
      atom.lost = 0
    }
    for (const tally of tallies.values()) if (tally.node.within.includes(key)) tally.evidence = Math.min(0, tally.evidence)
  }
}
