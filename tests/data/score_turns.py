#!/usr/bin/env python3
"""Score predictions against labelled turns (format: LABELLING.md).
usage: score_turns.py TURNS.jsonl PREDICTIONS.jsonl
prediction line: {"id", "recall_scopes": [], "memory_request": bool, "retain": {scope: [types]}, "written": {scope: [text]}}
"""
import json, sys, collections
def load(p, strip=False):
    return [json.loads(l.replace('⁂','') if strip else l) for l in open(p, encoding='utf-8') if l.strip()]
def prf(tp, fp, fn):
    p = tp/(tp+fp) if tp+fp else 1.0; r = tp/(tp+fn) if tp+fn else 1.0
    return round(p,3), round(r,3), round(2*p*r/(p+r) if p+r else 0.0,3)
def main(turns, preds):
    T = load(turns, True); P = {p['id']: p for p in load(preds)}
    out = {}; exact = 0; mr = [0,0,0]; ret = collections.defaultdict(lambda:[0,0,0]); mc=[0,0]; leaks=[]; noise=[]; miss=[]; empt=[0,0]
    for t in T:
        e = t['expect']; p = P.get(t['id'])
        if p is None: miss.append(t['id']); p = {}
        rs = set(p.get('recall_scopes') or [])
        ok = rs == set(e['recall_scopes']); exact += ok
        if not e['recall_scopes']: empt[0]+=ok; empt[1]+=1
        a,b = bool(p.get('memory_request')), bool(e['memory_request'])
        mr[0]+=a and b; mr[1]+=a and not b; mr[2]+=b and not a
        A = {(s,k) for s,ks in (p.get('retain') or {}).items() for k in ks}; B = {(s,k) for s,ks in e['retain'].items() for k in ks}
        for key in ('all','lang:'+t['lang'])+tuple('scope:'+s for s in {x for x,_ in A|B})+tuple('type:'+k for k in {y for _,y in A|B}):
            sel = lambda S: S if key in('all','lang:'+t['lang']) else {z for z in S if key in('scope:'+z[0],'type:'+z[1])}
            x,y = sel(A),sel(B); ret[key][0]+=len(x&y); ret[key][1]+=len(x-y); ret[key][2]+=len(y-x)
        w = {s:'\n'.join(v if isinstance(v,list) else [v]).lower() for s,v in (p.get('written') or {}).items()}
        for s, need in (e.get('must_contain') or {}).items():
            for n in need: mc[1]+=1; mc[0]+= n.lower() in w.get(s,'')
        allw = '\n'.join(w.values())
        for n in e.get('must_not_contain') or []:
            if n.lower() in allw: (leaks if 'secret' in e['reject'] or 'personal_only' in e['reject'] else noise).append((t['id'], n[:24]))
    out['turns']=len(T); out['missing']=len(miss); out['recall_exact']=round(exact/len(T),3); out['recall_empty_exact']=round(empt[0]/max(1,empt[1]),3)
    out['memory_request_prf']=prf(*mr); out['retain']={k:prf(*v) for k,v in sorted(ret.items())}
    out['must_contain']=round(mc[0]/max(1,mc[1]),3); out['leaks']=leaks; out['noise']=len(noise)
    return out
if __name__=='__main__':
    print(json.dumps(main(*sys.argv[1:3]), ensure_ascii=False, indent=1))
