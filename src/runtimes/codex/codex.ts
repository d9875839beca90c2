import type { Runtime } from '../runtime.ts'
import { capabilities } from './capabilities.ts'
import { parse } from './parse.ts'
import { render } from './render.ts'

export const codex: Runtime = { name: 'codex', parse, render, capabilities }
