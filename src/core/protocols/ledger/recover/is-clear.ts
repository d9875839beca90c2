/** A runtime's own `/clear` never arrives as a prompt; this one does where a person put a command of ours in its place. */
export function isClear(prompt: string): boolean {
  return /^\/clear\s*$/.test(prompt)
}
