import { describe, expect, it } from 'vitest'
import type { InlineCode, Word } from '../shell/reading.ts'
import { codeDeeds } from './inline-code.ts'

const where = { cwd: '/p', via: [], place: 'local', privileged: false } as const
const spell = (word: Word): string => (word.kind === 'known' ? word.text : `${word.prefix}<${word.raw}>${word.suffix}`)

function deeds(language: InlineCode['language'], text: string): readonly string[] {
  const { commands, shell } = codeDeeds(text, language, where)
  const spelled = commands.map((command) =>
    [
      ...command.argv.map(spell),
      ...command.redirects.map((redirect) => `${redirect.op}${spell(redirect.target)}`),
    ].join(' '),
  )
  return [...spelled, ...shell.map((line) => `$ ${line}`)]
}

describe('inline code', () => {
  it.each<[InlineCode['language'], string, readonly string[]]>([
    ['python', "import shutil; shutil.rmtree('src')", ['rm -rf src']],
    ['python', 'import shutil; shutil.rmtree("""src""")', ['rm -rf src']],
    ['python', "shutil.rmtree(os.path.expanduser('~/x'))", ['rm -rf ~/x']],
    ['python', "shutil.rmtree(os.path.join('a', 'b', name))", ['rm -rf a/b/<a/b/…>']],
    ['python', "shutil.rmtree(os.path.join('a', 'b'))", ['rm -rf a/b']],
    ['python', "shutil.rmtree(os.path.join('a', 'b', 'c', 'd', 'e', 'f', 'g'))", ['rm -rf a/b/c/d/e/f']],
    ['python', 'shutil.rmtree(Path.home())', ['rm -rf ~']],
    ['python', "p = 'src'\nshutil.rmtree(p)", ['rm -rf src']],
    ['python', 'shutil.rmtree(p)', ['rm -rf <p)>']],
    ['python', 'a = b\nb = c\nc = d\nd = e\nshutil.rmtree(a)', ['rm -rf <d>']],
    ['python', "for p in Path('.').rglob('__pycache__'):\n  shutil.rmtree(p)", ['rm -rf __pycache__']],
    ['python', "shutil.rmtree(f'/tmp/{name}/x')", ['rm -rf /tmp/</tmp/…/x>/x']],
    ['python', "os.remove('a')", ['rm a']],
    ['python', "items.remove('a')", []],
    ['python', "Path('a').unlink()", ['rm a']],
    ['python', "os.unlink('\\x61\\u0062\\n')", ['rm ab\n']],
    ['python', "os.unlink('a\\q')", ['rm aq']],
    ['python', 'fd = libc.memfd_create(name)', ['<hidden-code> decoded or downloaded code']],
    ['python', "# shutil.rmtree('src')\nprint(\"shutil.rmtree('src')\")", []],
    ['python', "x = 'an unclosed string\nshutil.rmtree('src')", ['rm -rf src']],
    ['python', "'''shutil.rmtree('src')", []],
    ['python', "os.system('rm -rf src')", ['$ rm -rf src']],
    ['python', "getattr(os, 'sys' + 'tem')('id')", ['$ id']],
    ['python', "__import__('os').system('id')", ['$ id']],
    ['python', "subprocess.run(['rm', '-rf', 'a b'])", ["$ rm -rf 'a b'"]],
    ['python', "subprocess.run(('rm', '-rf', 'a'))", ['$ rm -rf a']],
    ['python', "subprocess.run(f'rm -rf {x}', shell=True)", ['$ rm -rf "$UNKNOWN"']],
    ['python', 'subprocess.run(cmd)', []],
    ['python', "re.run('rm -rf x')", []],
    ['python', "cursor.execute('DROP TABLE users')", ['psql -c DROP TABLE users']],
    ['python', "cursor.execute('SELECT 1')", []],
    ['python', 'cursor.execute(sql)', []],
    ['python', "c = sqlite3.connect(':memory:')\nc.execute('DROP TABLE a')", []],
    ['python', "open('a', 'w').write('x')", ['<code-write> >a']],
    ['python', "open('a', mode='a')", ['<code-write> >>a']],
    ['python', "open('a').read()", []],
    ['python', "os.path.join('a'", []],
    ['python', "shutil.rmtree(os.path.join('a'", ['rm -rf a']],
    ['python', "open('.env').read()", ['cat .env']],
    ['python', "Path('x').write_text('y')", ['<code-write> >x']],
    ['python', "os.truncate('a', 0)", ['truncate a']],
    ['python', "series.truncate('a')", []],
    ['python', "requests.post('https://a.io/x', data=d)", ['curl -X POST https://a.io/x', '<code-network>'].toSorted()],
    ['python', "requests.delete('https://a.io/x')", ['curl -X DELETE https://a.io/x']],
    ['python', "d.delete('https://a.io/x')", []],
    ['python', "urllib.request.urlopen('https://a.io/x')", ['<code-network>']],
    ['python', "requests.request('path', 'x')", []],
    ['python', 'requests.put(url)', ['<code-network>', 'curl -X PUT <url)>'].toSorted()],
    ['python', 'exec(answer)', ['<hidden-code> decoded or downloaded code']],
    ['python', "code = 'x'\nexec(code)", []],
    ['python', "exec(open('setup.py').read())", []],
    ['python', "exec(base64.b64decode('eA=='))", ['<hidden-code> decoded or downloaded code']],
    ['python', "torch.load('https://a.io/m.pt')", ['<hidden-code> decoded or downloaded code']],
    ['python', "fcntl.ioctl(0, termios.TIOCSTI, b'x')", ['tmux send-keys']],
    ['python', "pty.spawn(['claude'])", ['claude /edge approve', '$ claude']],
    ['python', "pty.spawn(['ls'])", ['$ ls']],
    ['python', 's = socket.socket(); os.dup2(s.fileno(), 0)', ['<code-network>', 'nc -e /bin/sh network']],
    [
      'python',
      "socket.connect(os.environ['CLAUDE_CODE_MESSAGING_SOCKET'])",
      ['<code-network>', 'curl CLAUDE_CODE_MESSAGING_SOCKET'],
    ],
    ['python', "s3.delete_bucket(Bucket='b')", ['<sdk-delete> s3.delete_bucket']],
    ['node', "require('fs').rmSync('src', { recursive: true })", ['rm -rf src']],
    ['node', "fs.rmSync('a')", ['rm a']],
    ['node', "fs.rmdirSync('a')", []],
    ['node', "list.rm('a')", []],
    ['node', "fs['rmSync']('src', { recursive: true })", ['rm -rf src']],
    ['node', "await rm('src', { recursive: true })", ['rm -rf src']],
    ['node', "// fs.rmSync('src')\n/* fs.rmSync('a') */ fs.unlinkSync('b')", ['rm b']],
    ['node', "/* fs.rmSync('a')", []],
    ['node', "a / fs.unlinkSync('b'); x = 'https://a.b' // c", ['rm b']],
    ['node', 'fs.rmSync(`${dir}/x`, { recursive: true })', ['rm -rf <…/x>/x']],
    ['node', "fs.rmSync(path.join(os.homedir(), 'x'), { recursive: true })", ['rm -rf ~/x']],
    ['node', "spawnSync('rm', ['-rf', 'src'], { stdio: 'inherit' })", ['$ rm -rf src']],
    ['node', "execSync('rm -rf src')", ['$ rm -rf src']],
    ['node', "/x/.exec('a')", ['$ a']],
    ['node', "pattern.exec('a')", []],
    [
      'node',
      "fetch('https://a.io/x', { method: 'delete' })",
      ['<code-network>', 'curl -X DELETE https://a.io/x'].toSorted(),
    ],
    ['node', "fetch('https://a.io/x', { body })", ['<code-network>', 'curl -X POST https://a.io/x'].toSorted()],
    ['node', "fetch('/local', { method: 'POST' })", ['<code-network>']],
    ['node', "request('x')", []],
    ['node', "fs.readFileSync('.env')", ['cat .env']],
    ['node', 'rm -rf /', ['$ rm -rf /']],
    ['perl', 'system("rm -rf src")', ['$ rm -rf src']],
    ['perl', 'exec qw(rm -rf src)', ['$ rm -rf src']],
    ['perl', 'unlink "a"', ['rm a']],
    ['perl', '`rm -rf src`', ['$ rm -rf src']],
    ['perl', 'qx(rm -rf src)', ['$ rm -rf src']],
    ['perl', 'open(F, "<$ENV{HOME}/.aws/credentials")', ['cat ~/.aws/credentials']],
    ['perl', 'open(my $f, "<", "a.txt")', []],
    ['perl', 'open("<$ENV{HOME}/.aws/credentials")', ['cat ~/.aws/credentials']],
    ['perl', 'open(">a.txt")', ['<code-write> >>a.txt']],
    ['ruby', "FileUtils.rm_rf('src')", ['rm -rf src']],
    ['ruby', "FileUtils.rm_rf 'src'", ['rm -rf src']],
    ['ruby', "File.write('a', 'b')", ['<code-write> >a']],
    ['ruby', "system('x' 'y')", ['$ xy']],
    ['ruby', "system('x', 'y')", ['$ x y']],
    ['php', "shell_exec('rm -rf src');", ['$ rm -rf src']],
    ['php', "unlink('a');", ['rm a']],
    ['php', "# unlink('a')\n$a = 1; // unlink('b')", []],
  ])('[EDGE-36] %s: %s', (language, text, expected) => {
    expect(deeds(language, text).toSorted()).toEqual(expected.toSorted())
  })

  it('[PLANE-O3] looks at a bounded number of calls', () => {
    expect(deeds('python', 'os.remove(a)\n'.repeat(200))).toHaveLength(64)
    expect(deeds('python', "os.remove('a')\n".repeat(200))).toEqual(['rm a'])
  })
})
