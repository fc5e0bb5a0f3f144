#-
Symbols x,y,z,a,b;
Off Statistics;
Local F=(x+y+z)^8*(a+b)^4;
.sort
id x=y-z;
.sort
id a=1;
id b=2;
Print;
.end
