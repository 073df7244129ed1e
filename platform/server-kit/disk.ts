import { statfs } from 'node:fs/promises'

export interface Disk {
  /** `full` below the least free space, `unknown` where the system does not tell. */
  readonly state: 'up' | 'full' | 'unknown'
  /** Free space for this user, MB; -1 where it is unknown. */
  readonly freeMb: number
}

/** Free space of the file system that holds `folder`; `leastMb` is where the disk counts as full. */
export const diskState = async (folder: string, leastMb: number): Promise<Disk> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    const freeMb = Math.floor((bavail * bsize) / 2 ** 20)
    return { state: freeMb < leastMb ? 'full' : 'up', freeMb }
  } catch {
    return { state: 'unknown', freeMb: -1 }
  }
}

/** Disk or quota used up: ENOSPC and EDQUOT of the file system, 53100 (disk_full) of PostgreSQL. */
export const isDiskFull = (code: unknown): boolean => code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
