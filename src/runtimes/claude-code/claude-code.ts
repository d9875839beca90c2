import type { Runtime } from '../runtime.ts'
import { capabilities } from './capabilities.ts'
import { parse } from './parse.ts'
import { render } from './render.ts'

export const claudeCode: Runtime = { name: 'claude-code', parse, render, capabilities }
